import { setTimeout } from 'node:timers/promises';
import { slowest, tally } from '../load.js';
import { countHealthy, checkRecovery, startUnderLoad } from './under-load.js';

export const about = 'all processes of PostgreSQL are suspended under load, and resumed later';
export const databases = ['postgresql'];

const STATEMENT = 1;
const WAIT = 1;
/**
 * The maximum time from a request to its response in milliseconds: the waits for a connection and for a statement, 2 s
 * for the cancellation of the statement, and 2 s for a busy machine.
 */
const MAX_READ_MS = (WAIT + STATEMENT + 2 + 2) * 1000;
/** The maximum time of a write in milliseconds. A write may first wait for other writes of its account. */
const MAX_WRITE_MS = 20_000 + MAX_READ_MS;

export async function run({ cluster, environment, random, short, check, print }) {
  const limits = { STATEMENT_TIMEOUT: `${STATEMENT}`, DATABASE_WAIT: `${WAIT}`, DATABASE_POOL: '5' };
  const under = await startUnderLoad({ ...environment, ...limits }, random);
  const { service, program, load } = under;
  await setTimeout(short ? 1500 : 3000 + random() * 1000);
  const before = service.memory();
  print('PostgreSQL is suspended');
  cluster.freeze();
  const startedAt = performance.now();
  const alive = await countHealthy(program, short ? 7000 : 20_000);
  const after = service.memory();
  print('PostgreSQL is resumed');
  cluster.thaw();
  const ended = performance.now();
  const texts = { fault: 'the database was suspended', faultEnd: 'the database was resumed' };
  const { duringFault, recoveryMs } = await checkRecovery(under, { begun: startedAt, ended, ...texts, short, check });
  check(alive > 0, '/healthz did not respond');
  for (const { kind, status, ms } of load.responses) {
    const max = kind === 'write' ? MAX_WRITE_MS : MAX_READ_MS;
    check(ms <= max, `${kind}: ${status} after ${Math.round(ms)} ms; at most ${max} ms are allowed`);
  }
  check(after - before < 60, `memory grew from ${before} to ${after} MB`);
  return `suspended: ${tally(duringFault)}; slowest response ${slowest(duringFault)} ms; memory ${before} → ${after} MB; last 503 ${recoveryMs} ms after PostgreSQL was resumed`;
}
