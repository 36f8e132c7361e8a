import { parentPort, type MessagePort } from 'node:worker_threads';
import { PedigreeError } from '../../../blup/index.js';
import { Computation, NoValues } from './computation.js';
import type { FromWorker, ToWorker, ValueColumns, ValueRows } from './messages.js';

const port = parentPort as MessagePort;
const send = (message: FromWorker) => port.postMessage(message);
const computation = new Computation();

/** Answers each message with one message; progress is sent in between. */
port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'queens':
      computation.takeQueens(message.rows);
      return send({ kind: 'taken' });
    case 'tests':
      computation.takeTests(message.rows);
      return send({ kind: 'taken' });
    case 'compute':
      return compute(message);
    case 'more': {
      const rows = computation.nextValues();
      return send(rows ? { kind: 'values', done: computation.taken, columns: columnsOf(rows) } : { kind: 'end' });
    }
  }
});

function compute({ settings }: Extract<ToWorker, { kind: 'compute' }>): void {
  let lastSent = 0;
  const progress = (fraction: number) => {
    if (fraction - lastSent < 0.001) return;
    lastSent = fraction;
    send({ kind: 'progress', fraction });
  };
  try {
    send({ kind: 'result', result: computation.compute(settings, progress) });
  } catch (error) {
    if (error instanceof NoValues) send({ kind: 'refused', message: error.message, traits: error.reports });
    else if (error instanceof PedigreeError) send({ kind: 'refused', message: error.message });
    else throw error;
  }
}

/** Ids, names and numbers need no quotes in an array literal. */
const columnsOf = (rows: ValueRows): ValueColumns =>
  Object.fromEntries(
    Object.entries(rows).map(([name, values]: [string, (string | number | null)[]]) => [
      name,
      `{${values.map((value) => value ?? 'NULL').join()}}`,
    ]),
  ) as ValueColumns;
