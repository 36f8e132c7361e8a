import { setTimeout } from 'node:timers/promises';
import { slowest, tally } from '../load.js';
import { lookAlive, outlive, startUnderLoad } from './under-load.js';

export const about = 'all processes of PostgreSQL are frozen under load, and thawed again';
export const databases = ['postgresql'];

const STATEMENT = 1;
const WAIT = 1;
/**
 * Maximum milliseconds from a request to its response: a connection, a statement, 2 s for its cancellation, 2 s for a
 * busy machine.
 */
const MAX_READ_MS = (WAIT + STATEMENT + 2 + 2) * 1000;
/** A write may first wait for other writes of its account. */
const MAX_WRITE_MS = 20_000 + MAX_READ_MS;

export async function run({ cluster, environment, random, short, check, say }) {
  const limits = { STATEMENT_TIMEOUT: `${STATEMENT}`, DATABASE_WAIT: `${WAIT}`, DATABASE_POOL: '5' };
  const under = await startUnderLoad({ ...environment, ...limits }, random);
  const { service, program, load } = under;
  await setTimeout(short ? 1500 : 3000 + random() * 1000);
  const before = service.memory();
  say('freezes PostgreSQL');
  cluster.freeze();
  const startedAt = performance.now();
  const alive = await lookAlive(program, short ? 7000 : 20_000);
  const after = service.memory();
  say('thaws it');
  cluster.thaw();
  const ended = performance.now();
  const words = { what: 'the database was frozen', after: 'it was thawed' };
  const { amid, back } = await outlive(under, { begun: startedAt, ended, ...words, short, check });
  check(alive > 0, '/healthz did not respond');
  for (const { kind, status, ms } of load.responses) {
    const max = kind === 'write' ? MAX_WRITE_MS : MAX_READ_MS;
    check(ms <= max, `${kind}: ${status} after ${Math.round(ms)} ms, at most ${max} are allowed`);
  }
  check(after - before < 60, `memory went from ${before} to ${after} MB`);
  return `frozen: ${tally(amid)}, slowest ${slowest(amid)} ms, ${before} → ${after} MB; last 503 ${back} ms after the thaw`;
}
