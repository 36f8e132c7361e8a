import { setTimeout } from 'node:timers/promises';
import { Client, plantSample, startService } from '../service.js';
import { checkWritten, isBusy, isGood, recovery, startLoad, tally, wrongOnes } from '../load.js';

export const about = 'PostgreSQL is stopped at once (as by a crash) under load, and started again';
export const databases = ['postgresql'];

const RECOVERY = 5000;

export async function run({ cluster, environment, random, short, check, say }) {
  const service = await startService({ ...environment, DATABASE_WAIT: '2' });
  const client = new Client(service.url);
  await client.register();
  await plantSample(client);
  const program = await client.program();
  const load = startLoad(program, random);
  await setTimeout(1000 + random() * 500);
  say('stops PostgreSQL');
  const stopped = performance.now();
  cluster.stop('immediate');
  await setTimeout(short ? 1500 : 5000);
  say('starts it');
  cluster.start();
  const started = performance.now();
  const recovered = await recovery(load, RECOVERY);
  await setTimeout(short ? 1000 : 3000);
  await load.stop();

  const amid = load.answers.filter(({ at }) => at >= stopped && at < started);
  const last = load.since(recovered);
  check(amid.some(isBusy), 'nobody was told 503 while the database was down');
  check(
    load.answers.every((answer) => isGood(answer) || isBusy(answer)),
    `answers: ${tally(load.answers)}`,
  );
  for (const wrong of wrongOnes(load.answers)) check(false, wrong);
  check(last.length > 0 && last.every(isGood), `${RECOVERY / 1000} s after its start: ${tally(last)}`);
  await checkWritten(program, load, check);
  check((await service.end('SIGTERM')) === 0, 'it did not stop well');
  const back = Math.round(
    Math.max(
      0,
      ...load
        .since(started)
        .filter(isBusy)
        .map(({ at }) => at - started),
    ),
  );
  return `down: ${tally(amid)}; last 503 ${back} ms after the start; ${load.written.size} writes are there`;
}
