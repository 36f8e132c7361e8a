import { parentPort, type MessagePort } from 'node:worker_threads';
import { PedigreeError } from '../../../blup/index.js';
import { Computation, NoValues } from './computation.js';
import { VALUE_COLUMNS, type FromWorker, type ToWorker, type ValueRow } from './messages.js';

const port = parentPort as MessagePort;
const send = (message: FromWorker) => port.postMessage(message);
const computation = new Computation();

/** Sends one response to each message, possibly after progress messages. */
port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'queens':
      computation.addQueens(message.rows);
      return send({ kind: 'received' });
    case 'tests':
      computation.addTests(message.rows);
      return send({ kind: 'received' });
    case 'compute':
      return compute(message);
    case 'more': {
      const rows = computation.nextValues();
      return send(rows ? { kind: 'values', done: computation.shareRead, columns: columnsOf(rows) } : { kind: 'end' });
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

/** Returns PostgreSQL array literals. Ids, names and numbers need no quotes in them. */
const columnsOf = (rows: ValueRow[]): string[] =>
  Object.keys(VALUE_COLUMNS).map((_, column) => `{${rows.map((row) => row[column] ?? 'NULL').join()}}`);
