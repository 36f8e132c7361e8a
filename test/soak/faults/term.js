import { setTimeout } from 'node:timers/promises';
import { isBusy, isGood, tally } from '../load.js';
import { startService } from '../service.js';
import { finish, startUnderLoad } from './under-load.js';

export const about = 'the service receives SIGTERM under load, and is started again';
export const databases = ['postgresql', 'embedded'];

/** The time, in milliseconds, in which the service finishes requests in flight (10 s), plus a margin. */
const MAX_SHUTDOWN_MS = 12_000;

export async function run({ environment, random, check, print }) {
  const { service, program, load } = await startUnderLoad(environment, random, 8);
  await setTimeout(700 + random() * 1000);
  print('the service receives SIGTERM');
  const signalled = performance.now();
  const code = await service.end('SIGTERM');
  const duration = Math.round(performance.now() - signalled);
  await load.stop();
  check(code === 0, `the service ended with ${code}`);
  check(duration <= MAX_SHUTDOWN_MS, `the service needed ${duration} ms to stop`);
  const before = load.responses.filter(({ at }) => at < signalled);
  const after = load.since(signalled);
  check(before.length > 0 && before.every(isGood), `before SIGTERM: ${tally(before)}`);
  check(!after.some(isBusy), `after SIGTERM: ${tally(after)}`);

  const next = await startService(environment);
  program.url = next.url;
  await finish({ service: next, program, load }, check);
  const finished = after.filter(isGood).length;
  return `${finished} requests in flight were finished; the service ended after ${duration} ms; ${load.written.size} writes are stored`;
}
