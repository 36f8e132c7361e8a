import { setTimeout } from 'node:timers/promises';
import { checkWritten, isBusy, isGood, recovery, startLoad, tally, wrongResponses } from '../load.js';
import { Client, importSample, startService } from '../service.js';

/** The maximum time in milliseconds from the end of a fault until all requests succeed. */
const RECOVERY = 5000;

/** Starts the service with an account of sample data, and several clients that read and write. */
export async function startUnderLoad(environment, random, clients) {
  const service = await startService(environment);
  const client = new Client(service.url);
  await client.register();
  await importSample(client);
  const program = await client.program();
  return { service, client, program, load: startLoad(program, random, clients) };
}

/**
 * Checks the guarantees after a fault of the database that lasted from `begun` to `ended`: every response is correct or
 * 503, some responses are 503, the service recovers in time, and no acknowledged write is lost.
 * @param fault description of the fault; `faultEnd` describes its end
 * @returns the responses during the fault, and the milliseconds from the end of the fault to the last 503
 */
export async function checkRecovery({ service, program, load }, { begun, ended, fault, faultEnd, short, check }) {
  const recovered = await recovery(load, RECOVERY);
  await setTimeout(short ? 1000 : 3000);
  await load.stop();

  const duringFault = load.responses.filter(({ at }) => at >= begun && at < ended);
  const last = load.since(recovered);
  check(duringFault.some(isBusy), `no request got 503 while ${fault}`);
  check(
    load.responses.every((response) => isGood(response) || isBusy(response)),
    `responses: ${tally(load.responses)}`,
  );
  check(last.length > 0 && last.every(isGood), `${RECOVERY / 1000} s after ${faultEnd}: ${tally(last)}`);
  await finish({ service, program, load }, check);
  const late = load.since(ended).filter(isBusy);
  return { duringFault, recoveryMs: Math.round(Math.max(0, ...late.map(({ at }) => at - ended))) };
}

/** Checks that no response was wrong, that acknowledged rows exist, and that the service stops normally. */
export async function finish({ service, program, load }, check) {
  for (const wrong of wrongResponses(load.responses)) check(false, wrong);
  await checkWritten(program, load, check);
  check((await service.end('SIGTERM')) === 0, 'the service did not stop cleanly');
}

/** Requests `/healthz` twice a second for `milliseconds` milliseconds. Returns the number of successful responses. */
export async function countHealthy(program, milliseconds) {
  const until = performance.now() + milliseconds;
  let healthy = 0;
  while (performance.now() < until) {
    if ((await program.send('GET', '/healthz', undefined, 5000)).status === 200) healthy += 1;
    await setTimeout(500);
  }
  return healthy;
}
