import autocannon from 'autocannon';
import { processorTime } from '../service.js';

/** A request can wait for the requests of all other connections. */
const REQUEST_TIMEOUT_SECONDS = 600;
const WARM_UP_SECONDS = 3;
/** Enough requests to measure slow responses. */
const MIN_SLOW_REQUESTS = 32;

/**
 * Sends requests of one kind repeatedly. `ask(n)` returns the nth request, and each request is for another queen;
 * `status` is the expected status. A warm-up precedes the first round.
 * @returns milliseconds of each, seconds of all, and milliseconds of processor time of the server
 * @throws for any other response
 */
export async function load(server, question, { connections, seconds, rounds }) {
  const all = { amount: connections };
  const round = { duration: seconds / rounds };
  const isSlow = (part) => part.seconds > round.duration / 2;
  if (!warmed.has(question)) {
    // The first responses can be slow because of initialization.
    const slow =
      isSlow(await run(server, question, connections, all)) && isSlow(await run(server, question, connections, all));
    if (!slow) await run(server, question, connections, { duration: Math.min(WARM_UP_SECONDS, seconds) });
    warmed.set(question, slow);
  }
  // At least one request per connection.
  const few = { amount: Math.max(connections, Math.ceil(MIN_SLOW_REQUESTS / rounds)) };
  return run(server, question, connections, warmed.get(question) ? few : round);
}

/** Requests that were warmed up, and whether they are slow. */
const warmed = new WeakMap();
/** Number of requests sent to each server, so that requests are not repeated soon. */
const asked = new WeakMap();

async function run(server, question, connections, limits) {
  const times = [];
  const statuses = {};
  const worked = await processorTime(server.child);
  const begun = performance.now();
  let last = begun;
  let next = asked.get(server) ?? 0;
  const instance = autocannon({
    url: server.base,
    connections,
    timeout: REQUEST_TIMEOUT_SECONDS,
    bailout: 1,
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
  asked.set(server, next);
  const expected = statuses[question.status ?? 200] ?? 0;
  if (errors + timeouts + mismatches > 0 || expected !== times.length || expected === 0) {
    throw new Error(`${question.name}: ${JSON.stringify({ statuses, errors, timeouts, mismatches })}`);
  }
  return { times, seconds: (last - begun) / 1000, processor: (await processorTime(server.child)) - worked };
}
