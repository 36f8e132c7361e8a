import { setTimeout } from 'node:timers/promises';
import { Client, plantSample, startService } from '../service.js';
import { checkWritten, isBusy, isGood, startLoad, tally, wrongOnes } from '../load.js';

export const about = 'the service is told to stop (SIGTERM) under load, and started again';
export const databases = ['postgresql', 'embedded'];

/** What it takes for requests in flight at most, and a little. */
const MOST = 12_000;

export async function run({ environment, random, check, say }) {
  const service = await startService(environment);
  const client = new Client(service.url);
  await client.register();
  await plantSample(client);
  const program = await client.program();
  const load = startLoad(program, random, 8);
  await setTimeout(700 + random() * 1000);
  say('says SIGTERM');
  const told = performance.now();
  const code = await service.end('SIGTERM');
  const took = Math.round(performance.now() - told);
  await load.stop();
  check(code === 0, `it ended with ${code}`);
  check(took <= MOST, `it took ${took} ms to stop`);
  for (const wrong of wrongOnes(load.answers)) check(false, wrong);
  const before = load.answers.filter(({ at }) => at < told);
  const after = load.since(told);
  check(before.length > 0 && before.every(isGood), `before: ${tally(before)}`);
  check(!after.some(isBusy), `after SIGTERM: ${tally(after)}`);

  const next = await startService(environment);
  program.url = next.url;
  await checkWritten(program, load, check);
  check((await next.end('SIGTERM')) === 0, 'it did not stop well');
  const finished = after.filter(isGood).length;
  return `${finished} in flight were finished, it ended after ${took} ms; ${load.written.size} writes are there`;
}
