import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { Client, plantSample, startService } from '../service.js';
import { checkWritten, isBusy, isGood, recovery, slowest, startLoad, tally, wrongOnes } from '../load.js';

export const about = 'all connections to PostgreSQL are taken by statements that wait for a lock';
export const databases = ['postgresql'];

const STATEMENT = 4;
const WAIT = 1;
const MOST = (WAIT + STATEMENT + 2) * 1000;
/** A write waits for others of its account besides (`writes/in-turn.ts`). */
const IN_LINE = 20_000;
const RECOVERY = 5000;

export async function run({ environment, random, short, check, say }) {
  const service = await startService({
    ...environment,
    STATEMENT_TIMEOUT: `${STATEMENT}`,
    DATABASE_WAIT: `${WAIT}`,
    DATABASE_POOL: '4',
  });
  const client = new Client(service.url);
  await client.register();
  await plantSample(client);
  const program = await client.program();
  const load = startLoad(program, random, 12);
  await setTimeout(1000 + random() * 500);
  const holder = new pg.Client({ connectionString: environment.DATABASE_URL });
  await holder.connect();
  say('locks the table of queens');
  await holder.query('begin');
  await holder.query('lock table queen in access exclusive mode');
  const locked = performance.now();
  let alive = 0;
  while (performance.now() < locked + (short ? 5000 : 15_000)) {
    if ((await program.ask('GET', '/healthz', undefined, 5000)).status === 200) alive += 1;
    await setTimeout(500);
  }
  say('lets it go');
  await holder.end();
  const released = performance.now();
  const recovered = await recovery(load, RECOVERY);
  await setTimeout(short ? 1000 : 3000);
  await load.stop();

  const amid = load.answers.filter(({ at }) => at >= locked && at < released);
  const last = load.since(recovered);
  const waited = amid.filter((answer) => isBusy(answer) && answer.ms >= WAIT * 950 && answer.ms < WAIT * 1000 + 1500);
  check(alive > 0, '/healthz did not answer');
  check(waited.length > 0, `nobody waited ${WAIT} s for a connection and was told 503: ${tally(amid)}`);
  check(
    load.answers.every((answer) => isGood(answer) || isBusy(answer)),
    `answers: ${tally(load.answers)}`,
  );
  for (const wrong of wrongOnes(load.answers)) check(false, wrong);
  for (const { kind, ms } of load.answers) {
    const most = kind === 'write' ? MOST + IN_LINE : MOST;
    check(ms <= most, `an answer (${kind}) took ${Math.round(ms)} ms, at most ${most} are allowed`);
  }
  check(last.length > 0 && last.every(isGood), `${RECOVERY / 1000} s after it was let go: ${tally(last)}`);
  await checkWritten(program, load, check);
  check((await service.end('SIGTERM')) === 0, 'it did not stop well');
  return `locked: ${tally(amid)}, ${waited.length} of them for want of a connection, slowest ${slowest(amid)} ms`;
}
