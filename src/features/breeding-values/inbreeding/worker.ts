import { parentPort, type MessagePort } from 'node:worker_threads';
import { planPairs } from '../mating-plans/plan-pairs.js';
import type { PackedRecord } from '../pedigree-record.js';
import { inbreedingOfDaughters, recordsOf } from './compute.js';
import type { FromThread, ToThread } from './messages.js';
import { InbreedingByYear } from './inbreeding-by-year.js';

const port = parentPort as MessagePort;
const years = new InbreedingByYear();

port.on('message', (message: ToThread) => port.postMessage(responseTo(message)));

function responseTo(message: ToThread): FromThread {
  switch (message.kind) {
    case 'daughters':
      return { kind: 'coefficients', coefficients: inbreedingOfDaughters(recordsOf(message.packed), message.dams) };
    case 'queens':
      years.add(JSON.parse(message.packed) as [PackedRecord, number | null][]);
      return { kind: 'received' };
    case 'pairs':
      return { kind: 'pairs', pairs: planPairs(message.input) };
    case 'by year':
      return { kind: 'years', years: years.result() };
  }
}
