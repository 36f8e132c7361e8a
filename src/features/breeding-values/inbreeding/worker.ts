import { parentPort, type MessagePort } from 'node:worker_threads';
import { planPairs } from '../mating-plans/plan-pairs.js';
import { beesById, inbreedingOfDaughters } from './compute.js';
import type { FromThread, ToThread } from './messages.js';
import { InbreedingByYear } from './inbreeding-by-year.js';

const port = parentPort as MessagePort;
const years = new InbreedingByYear();

port.on('message', (message: ToThread) => port.postMessage(responseTo(message)));

function responseTo(message: ToThread): FromThread {
  switch (message.kind) {
    case 'daughters':
      return { kind: 'coefficients', coefficients: inbreedingOfDaughters(beesById(message.records), message.dams) };
    case 'queens':
      years.add(message.records);
      return { kind: 'received' };
    case 'pairs':
      return { kind: 'pairs', pairs: planPairs(message.input) };
    case 'by year':
      return { kind: 'years', years: years.result() };
  }
}
