import { stop } from '../service.js';
import { countStatements } from '../wire-counter.js';

const SAMPLES = 15;
/** After this time, `MIN_SAMPLES` samples are enough. */
const MAX_DURATION_MS = 5000;
const MIN_SAMPLES = 3;

/** Counts the statements and bytes of single requests of each case. Returns the counts by name of the case. */
export async function count(url, start, casesOf) {
  const counts = new Map();
  const counter = await countStatements(url);
  const server = await start(counter.url);
  for (const [index, readCase] of casesOf(server).entries()) {
    await readCase.prepare?.();
    counts.set(readCase.name, await single(server.base, readCase, index * SAMPLES, counter));
  }
  await stop(server.child);
  counter.close();
  return counts;
}

/**
 * Counts the statements of the first and the repeated request for a queen, and the bytes of the response. Returns
 * medians, which exclude background work of the server. Each response is checked.
 */
async function single(base, readCase, first, counter) {
  const counts = { cold: [], warm: [], bytes: [] };
  const start = performance.now();
  for (let n = first; n < first + SAMPLES; n += 1) {
    if (n >= first + MIN_SAMPLES && performance.now() - start > MAX_DURATION_MS) break;
    for (const kind of ['cold', 'warm']) {
      const { path, ...request } = readCase.request(n);
      const before = counter.statements;
      const response = await fetch(base + path, {
        ...request,
        headers: { ...request.headers, 'accept-encoding': 'identity' },
      });
      const text = await response.text();
      counts[kind].push(counter.statements - before);
      check(readCase, n, response.status, text);
      counts.bytes.push(Buffer.byteLength(text));
    }
  }
  const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
  return { cold: median(counts.cold), warm: median(counts.warm), bytes: median(counts.bytes) };
}

function check(readCase, n, status, text) {
  if (status !== (readCase.status ?? 200)) throw new Error(`${readCase.name}: ${status} ${text.slice(0, 300)}`);
  const body = text && JSON.parse(text);
  if (body.errors) throw new Error(`${readCase.name}: ${JSON.stringify(body.errors).slice(0, 300)}`);
  try {
    readCase.check(n, body);
  } catch (error) {
    throw new Error(`${readCase.name}: wrong response (${error.message})`);
  }
}
