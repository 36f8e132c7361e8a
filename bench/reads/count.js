import { stop } from '../service.js';
import { countStatements } from '../wire-counter.js';

const SAMPLES = 15;
/** After this time, `MIN_SAMPLES` samples suffice. */
const MAX_DURATION_MS = 5000;
const MIN_SAMPLES = 3;

/** Counts the statements and bytes of single requests, by name of the request. */
export async function count(url, start, ask) {
  const counts = new Map();
  const counter = await countStatements(url);
  const server = await start(counter.url);
  for (const [index, question] of ask(server).entries()) {
    await question.prepare?.();
    counts.set(question.name, await single(server.base, question, index * SAMPLES, counter));
  }
  await stop(server.child);
  counter.close();
  return counts;
}

/**
 * Counts the statements of a queen's first and repeated request, and the bytes of the response. The median excludes
 * background work of the server. Each response is checked.
 */
async function single(base, question, first, counter) {
  const counts = { cold: [], warm: [], bytes: [] };
  const begun = performance.now();
  for (let n = first; n < first + SAMPLES; n += 1) {
    if (n >= first + MIN_SAMPLES && performance.now() - begun > MAX_DURATION_MS) break;
    for (const kind of ['cold', 'warm']) {
      const { path, ...request } = question.ask(n);
      const before = counter.statements;
      const answer = await fetch(base + path, {
        ...request,
        headers: { ...request.headers, 'accept-encoding': 'identity' },
      });
      const text = await answer.text();
      counts[kind].push(counter.statements - before);
      check(question, n, answer.status, text);
      counts.bytes.push(Buffer.byteLength(text));
    }
  }
  const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
  return { cold: median(counts.cold), warm: median(counts.warm), bytes: median(counts.bytes) };
}

function check(question, n, status, text) {
  if (status !== (question.status ?? 200)) throw new Error(`${question.name}: ${status} ${text.slice(0, 300)}`);
  const body = text && JSON.parse(text);
  if (body.errors) throw new Error(`${question.name}: ${JSON.stringify(body.errors).slice(0, 300)}`);
  try {
    question.check(n, body);
  } catch (error) {
    throw new Error(`${question.name}: a wrong answer (${error.message})`);
  }
}
