import { setTimeout } from 'node:timers/promises';
import { checkWritten, isBusy, isGood, recovery, startLoad, tally, wrongResponses } from '../load.js';
import { Client, importSample, startService } from '../service.js';

/** Milliseconds after a fault within which all requests must succeed. */
const RECOVERY = 5000;

/** The service with an account of sample data, and several clients that read and write. */
export async function startUnderLoad(environment, random, clients) {
  const service = await startService(environment);
  const client = new Client(service.url);
  await client.register();
  await importSample(client);
  const program = await client.program();
  return { service, client, program, load: startLoad(program, random, clients) };
}

/**
 * Called after a fault of the database that lasted from `begun` to `ended`. Checks the invariants: every response is
 * right or 503, some are 503, the service recovers in time, and nothing is lost.
 * @param what description of the fault and of its end
 * @returns responses meanwhile, and milliseconds from the end of the fault to the last 503
 */
export async function outlive({ service, program, load }, { begun, ended, what, after, short, check }) {
  const recovered = await recovery(load, RECOVERY);
  await setTimeout(short ? 1000 : 3000);
  await load.stop();

  const duringFault = load.responses.filter(({ at }) => at >= begun && at < ended);
  const last = load.since(recovered);
  check(duringFault.some(isBusy), `no request got 503 while ${what}`);
  check(
    load.responses.every((response) => isGood(response) || isBusy(response)),
    `responses: ${tally(load.responses)}`,
  );
  check(last.length > 0 && last.every(isGood), `${RECOVERY / 1000} s after ${after}: ${tally(last)}`);
  await finish({ service, program, load }, check);
  const late = load.since(ended).filter(isBusy);
  return { amid: duringFault, back: Math.round(Math.max(0, ...late.map(({ at }) => at - ended))) };
}

/** Checks after the load that no response was wrong, acknowledged rows exist, and the service stops normally. */
export async function finish({ service, program, load }, check) {
  for (const wrong of wrongResponses(load.responses)) check(false, wrong);
  await checkWritten(program, load, check);
  check((await service.end('SIGTERM')) === 0, 'the service did not stop cleanly');
}

/** Number of responses of `/healthz`, requested twice a second for this time in milliseconds. */
export async function lookAlive(program, milliseconds) {
  const until = performance.now() + milliseconds;
  let alive = 0;
  while (performance.now() < until) {
    if ((await program.send('GET', '/healthz', undefined, 5000)).status === 200) alive += 1;
    await setTimeout(500);
  }
  return alive;
}
