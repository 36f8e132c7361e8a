import { setTimeout } from 'node:timers/promises';
import { Client, plantSample, startService } from '../service.js';
import { checkWritten, isBusy, isGood, recovery, slowest, startLoad, tally, wrongOnes } from '../load.js';

export const about = 'all processes of PostgreSQL are frozen under load, and thawed again';
export const databases = ['postgresql'];

const STATEMENT = 1;
const WAIT = 1;
/** What a statement gets beyond its limit, and a little for a busy machine. */
const MOST = (WAIT + STATEMENT + 2 + 2) * 1000;
const RECOVERY = 5000;

export async function run({ cluster, environment, random, short, check, say }) {
  const service = await startService({
    ...environment,
    STATEMENT_TIMEOUT: `${STATEMENT}`,
    DATABASE_WAIT: `${WAIT}`,
    DATABASE_POOL: '5',
  });
  const client = new Client(service.url);
  await client.register();
  await plantSample(client);
  const program = await client.program();
  const load = startLoad(program, random);
  await setTimeout(short ? 1500 : 3000 + random() * 1000);
  const before = service.memory();
  say('freezes PostgreSQL');
  cluster.freeze();
  const frozen = performance.now();
  let alive = 0;
  const until = frozen + (short ? 7000 : 20_000);
  while (performance.now() < until) {
    if ((await program.ask('GET', '/healthz', undefined, 5000)).status === 200) alive += 1;
    await setTimeout(500);
  }
  const after = service.memory();
  say('thaws it');
  cluster.thaw();
  const thawed = performance.now();
  const recovered = await recovery(load, RECOVERY);
  await setTimeout(short ? 1000 : 3000);
  await load.stop();

  const amid = load.answers.filter(({ at }) => at >= frozen && at < thawed);
  const last = load.since(recovered);
  check(alive > 0, '/healthz did not answer');
  check(amid.some(isBusy), 'nobody was told 503 while the database was frozen');
  check(
    load.answers.every((answer) => isGood(answer) || isBusy(answer)),
    `answers: ${tally(load.answers)}`,
  );
  for (const wrong of wrongOnes(load.answers)) check(false, wrong);
  check(slowest(load.answers) <= MOST, `an answer took ${slowest(load.answers)} ms, at most ${MOST} are allowed`);
  check(after - before < 60, `memory went from ${before} to ${after} MB`);
  check(last.length > 0 && last.every(isGood), `${RECOVERY / 1000} s after it was thawed: ${tally(last)}`);
  await checkWritten(program, load, check);
  check((await service.end('SIGTERM')) === 0, 'it did not stop well');
  const back = Math.round(
    Math.max(
      0,
      ...load
        .since(thawed)
        .filter(isBusy)
        .map(({ at }) => at - thawed),
    ),
  );
  return `frozen: ${tally(amid)}, slowest ${slowest(amid)} ms, ${before} → ${after} MB; last 503 ${back} ms after the thaw`;
}
