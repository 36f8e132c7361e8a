import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { isBusy, slowest, tally } from '../load.js';
import { lookAlive, outlive, startUnderLoad } from './under-load.js';

export const about = 'all connections to PostgreSQL are taken by statements that wait for a lock';
export const databases = ['postgresql'];

const STATEMENT = 4;
const WAIT = 1;
const MAX_RESPONSE_MS = (WAIT + STATEMENT + 2) * 1000;
/** A write also waits for others of its account (`features/writes/write-queue.ts`). */
const IN_LINE = 20_000;

export async function run({ environment, random, short, check, say }) {
  const limits = { STATEMENT_TIMEOUT: `${STATEMENT}`, DATABASE_WAIT: `${WAIT}`, DATABASE_POOL: '4' };
  const under = await startUnderLoad({ ...environment, ...limits }, random, 12);
  await setTimeout(1000 + random() * 500);
  const holder = new pg.Client({ connectionString: environment.DATABASE_URL });
  await holder.connect();
  say('locks the table of queens');
  await holder.query('begin');
  await holder.query('lock table queen in access exclusive mode');
  const startedAt = performance.now();
  const alive = await lookAlive(under.program, short ? 5000 : 15_000);
  say('releases it');
  await holder.end();
  const ended = performance.now();
  const words = { what: 'the table was locked', after: 'it was released' };
  const { amid } = await outlive(under, { begun: startedAt, ended, ...words, short, check });
  const waited = amid.filter(
    (response) => isBusy(response) && response.ms >= WAIT * 950 && response.ms < WAIT * 1000 + 1500,
  );
  check(alive > 0, '/healthz did not respond');
  check(waited.length > 0, `no request got 503 after waiting ${WAIT} s for a connection: ${tally(amid)}`);
  for (const { kind, ms } of under.load.responses) {
    const most = kind === 'write' ? MAX_RESPONSE_MS + IN_LINE : MAX_RESPONSE_MS;
    check(ms <= most, `a response (${kind}) took ${Math.round(ms)} ms, at most ${most} are allowed`);
  }
  return `locked: ${tally(amid)}, ${waited.length} of them without a connection, slowest ${slowest(amid)} ms`;
}
