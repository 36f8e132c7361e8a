import autocannon from 'autocannon';

/** A request may wait for as many others as there are connections, each of seconds. */
const PATIENCE = 300;
/** Where answers take seconds, so many tell enough. */
const FEW = 32;

/**
 * Asks a question over and over, of another queen each time.
 * @param question `ask(n)` is the nth request, `status` what is to come
 * @throws where anything else comes
 */
export async function load(base, question, { connections, seconds }) {
  let next = 0;
  const run = async (limits) => {
    const times = [];
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
    const statuses = {};
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
    return spread(times, (last - begun) / 1000);
  };
  const warm = await run({ amount: connections * 2 });
  if (warm.rate < FEW / seconds) return run({ amount: FEW });
  await run({ duration: 1 });
  return run({ duration: seconds });
}

/** What many times in milliseconds come to. */
export function spread(times, seconds) {
  const sorted = Float64Array.from(times).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { rate: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}
