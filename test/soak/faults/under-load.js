import { setTimeout } from 'node:timers/promises';
import { checkWritten, isBusy, isGood, recovery, startLoad, tally, wrongOnes } from '../load.js';
import { Client, plantSample, startService } from '../service.js';

/** Milliseconds after a fault within which all has to be well again. */
const RECOVERY = 5000;

/** The service with an account that holds the sample, and several clients of it who read and write. */
export async function startUnderLoad(environment, random, clients) {
  const service = await startService(environment);
  const client = new Client(service.url);
  await client.register();
  await plantSample(client);
  const program = await client.program();
  return { service, client, program, load: startLoad(program, random, clients) };
}

/**
 * Goes on after a fault of the database from `begun` to `ended`, and holds what has to be so whatever it was: nobody is
 * told anything but a right answer or 503, some are told 503, it is over in time, and nothing is lost.
 * @param what happened, and after what all is well again, in words
 * @returns answers meanwhile, and milliseconds from the end of the fault to the last 503
 */
export async function outlive({ service, program, load }, { begun, ended, what, after, short, check }) {
  const recovered = await recovery(load, RECOVERY);
  await setTimeout(short ? 1000 : 3000);
  await load.stop();

  const amid = load.answers.filter(({ at }) => at >= begun && at < ended);
  const last = load.since(recovered);
  check(amid.some(isBusy), `nobody was told 503 while ${what}`);
  check(
    load.answers.every((answer) => isGood(answer) || isBusy(answer)),
    `answers: ${tally(load.answers)}`,
  );
  check(last.length > 0 && last.every(isGood), `${RECOVERY / 1000} s after ${after}: ${tally(last)}`);
  await finish({ service, program, load }, check);
  const late = load.since(ended).filter(isBusy);
  return { amid, back: Math.round(Math.max(0, ...late.map(({ at }) => at - ended))) };
}

/** Holds, once nobody asks any more, that no answer was wrong, what was acknowledged is there, and it stops well. */
export async function finish({ service, program, load }, check) {
  for (const wrong of wrongOnes(load.answers)) check(false, wrong);
  await checkWritten(program, load, check);
  check((await service.end('SIGTERM')) === 0, 'it did not stop well');
}

/** How often `/healthz` answers, twice a second, so many milliseconds long. */
export async function lookAlive(program, milliseconds) {
  const until = performance.now() + milliseconds;
  let alive = 0;
  while (performance.now() < until) {
    if ((await program.ask('GET', '/healthz', undefined, 5000)).status === 200) alive += 1;
    await setTimeout(500);
  }
  return alive;
}
