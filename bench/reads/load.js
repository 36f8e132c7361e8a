import autocannon from 'autocannon';
import { processorTime } from '../service.js';

/** In seconds: a request may wait for as many others as there are connections. */
const PATIENCE = 600;
/** In seconds. */
const WARM_UP = 3;
/** Where answers take seconds, so many tell enough. */
const FEW = 32;

/**
 * Asks a question over and over, of another queen each time: `ask(n)` is the nth request, `status` what is to come.
 * @returns milliseconds of each, seconds of all, and milliseconds that the server's process took of a processor
 * @throws where anything else comes
 */
export async function load({ base, child }, question, { connections, seconds }) {
  let next = 0;
  const run = async (limits) => {
    const times = [];
    const statuses = {};
    const worked = await processorTime(child);
    const begun = performance.now();
    let last = begun;
    const instance = autocannon({
      url: base,
      connections,
      timeout: PATIENCE,
      ...limits,
      requests: [{ setupRequest: (request) => ({ ...request, ...question.ask(next++) }) }],
      verifyBody: (body) => !body.includes('"errors":'),
    });
    instance.on('response', (client, status, bytes, time) => {
      last = performance.now();
      times.push(time);
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
    const { errors, timeouts, mismatches } = await instance;
    const expected = statuses[question.status ?? 200] ?? 0;
    if (errors + timeouts + mismatches > 0 || expected !== times.length || expected === 0) {
      throw new Error(`${question.name}: ${JSON.stringify({ statuses, errors, timeouts, mismatches })}`);
    }
    return { times, seconds: (last - begun) / 1000, processor: (await processorTime(child)) - worked };
  };
  const warm = await run({ amount: connections });
  if (warm.seconds > 4) return run({ amount: FEW });
  await run({ duration: Math.min(WARM_UP, seconds) });
  return run({ duration: seconds });
}
