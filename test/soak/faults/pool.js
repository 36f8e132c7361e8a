import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { isBusy, slowest, tally } from '../load.js';
import { countHealthy, checkRecovery, startUnderLoad } from './under-load.js';

export const about = 'all connections to PostgreSQL are in use by statements that wait for a lock';
export const databases = ['postgresql'];

const STATEMENT = 4;
const WAIT = 1;
const MAX_RESPONSE_MS = (WAIT + STATEMENT + 2) * 1000;
/**
 * The additional time in milliseconds for which a write may wait for other writes of its account
 * (`features/writes/write-queue.ts`).
 */
const MAX_QUEUE_MS = 20_000;

export async function run({ environment, random, short, check, print }) {
  const limits = { STATEMENT_TIMEOUT: `${STATEMENT}`, DATABASE_WAIT: `${WAIT}`, DATABASE_POOL: '4' };
  const under = await startUnderLoad({ ...environment, ...limits }, random, 12);
  await setTimeout(1000 + random() * 500);
  const holder = new pg.Client({ connectionString: environment.DATABASE_URL });
  await holder.connect();
  print('the table of queens is locked');
  await holder.query('begin');
  await holder.query('lock table queen in access exclusive mode');
  const startedAt = performance.now();
  const alive = await countHealthy(under.program, short ? 5000 : 15_000);
  print('the lock is released');
  await holder.end();
  const ended = performance.now();
  const texts = { fault: 'the table was locked', faultEnd: 'the lock was released' };
  const { duringFault } = await checkRecovery(under, { begun: startedAt, ended, ...texts, short, check });
  const waited = duringFault.filter(
    (response) => isBusy(response) && response.ms >= WAIT * 950 && response.ms < WAIT * 1000 + 1500,
  );
  check(alive > 0, '/healthz did not respond');
  check(waited.length > 0, `no request got 503 after waiting ${WAIT} s for a connection: ${tally(duringFault)}`);
  for (const { kind, ms } of under.load.responses) {
    const maxMs = kind === 'write' ? MAX_RESPONSE_MS + MAX_QUEUE_MS : MAX_RESPONSE_MS;
    check(ms <= maxMs, `a response (${kind}) needed ${Math.round(ms)} ms; at most ${maxMs} ms are allowed`);
  }
  return `locked: ${tally(duringFault)}; ${waited.length} requests got no connection; slowest response ${slowest(duringFault)} ms`;
}
