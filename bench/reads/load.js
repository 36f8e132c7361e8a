import autocannon from 'autocannon';
import { processorTime } from '../service.js';

/** The limit is high, because a request can wait for the requests of all other connections. */
const REQUEST_TIMEOUT_SECONDS = 600;
const WARM_UP_SECONDS = 3;
/** Minimum number of requests of a slow case (see `load`), over all rounds. */
const MIN_SLOW_REQUESTS = 32;

/**
 * Sends the requests of a case repeatedly. A warm-up precedes the first round.
 * @returns the milliseconds of each request, the seconds of all requests, and the processor time of the server in
 *   milliseconds
 * @throws for an error, or for a response with another status than expected
 */
export async function load(server, readCase, { connections, seconds, rounds }) {
  const all = { amount: connections };
  const round = { duration: seconds / rounds };
  const isSlow = (part) => part.seconds > round.duration / 2;
  if (!warmed.has(readCase)) {
    // A case is slow if one request per connection takes more than half of a round. The first responses can be slow
    // because of initialization, so a second run must also be slow.
    const slow =
      isSlow(await run(server, readCase, connections, all)) && isSlow(await run(server, readCase, connections, all));
    if (!slow) await run(server, readCase, connections, { duration: Math.min(WARM_UP_SECONDS, seconds) });
    warmed.set(readCase, slow);
  }
  // Each connection sends at least one request.
  const few = { amount: Math.max(connections, Math.ceil(MIN_SLOW_REQUESTS / rounds)) };
  return run(server, readCase, connections, warmed.get(readCase) ? few : round);
}

/** Cases that were warmed up, and whether they are slow. */
const warmed = new WeakMap();
/** Number of requests sent to each server, so that each round continues with new requests. */
const requestCounts = new WeakMap();

async function run(server, readCase, connections, limits) {
  const times = [];
  const statuses = {};
  const processorStart = await processorTime(server.child);
  const start = performance.now();
  let last = start;
  let next = requestCounts.get(server) ?? 0;
  const instance = autocannon({
    url: server.base,
    connections,
    timeout: REQUEST_TIMEOUT_SECONDS,
    bailout: 1,
    ...limits,
    requests: [{ setupRequest: (request) => ({ ...request, ...readCase.request(next++) }) }],
    verifyBody: (body) => !body.includes('"errors":'),
  });
  instance.on('response', (client, status, bytes, time) => {
    last = performance.now();
    times.push(time);
    statuses[status] = (statuses[status] ?? 0) + 1;
  });
  const { errors, timeouts, mismatches } = await instance;
  requestCounts.set(server, next);
  const expected = statuses[readCase.status ?? 200] ?? 0;
  if (errors + timeouts + mismatches > 0 || expected !== times.length || expected === 0) {
    throw new Error(`${readCase.name}: ${JSON.stringify({ statuses, errors, timeouts, mismatches })}`);
  }
  return { times, seconds: (last - start) / 1000, processor: (await processorTime(server.child)) - processorStart };
}
