import { setTimeout } from 'node:timers/promises';
import { SAMPLE_QUEENS } from './service.js';

/** The time limit of a request in milliseconds. A request without a response after this time is lost. */
const REQUEST_TIMEOUT_MS = 60_000;
const PAGE = 50;

/**
 * Starts several clients that repeatedly read and write an account with the sample data, and checks each response.
 * Records the names of acknowledged writes for a check at the end.
 * @param random returns a number from 0 to 1
 */
export function startLoad(program, random, clients = 6) {
  const responses = [];
  const written = new Set();
  const attempted = new Set();
  let isRunning = true;
  let count = 0;

  const kinds = {
    async rest() {
      const response = await program.send('GET', `/api/v1/queens?limit=${PAGE}`, undefined, REQUEST_TIMEOUT_MS);
      return {
        response,
        isCorrect: () => response.body.data.length === PAGE && response.body.page.total >= SAMPLE_QUEENS,
      };
    },
    async graphql() {
      const query = `{ queens(first: ${PAGE}) { totalCount nodes { id name mother { id name } } } }`;
      const response = await program.send('POST', '/graphql', { query }, REQUEST_TIMEOUT_MS);
      // A GraphQL response with errors has the status 200 if it contains some data.
      const errors = response.status === 200 ? response.body.errors : undefined;
      if (errors?.every(({ extensions }) => extensions.code === 'unavailable')) response.status = 503;
      return { response, isCorrect: () => response.body.data.queens.nodes.length === PAGE };
    },
    async write() {
      const name = `soak ${(count += 1)}`;
      attempted.add(name);
      const response = await program.send(
        'POST',
        '/api/v1/queens',
        { generation: 'F0', queen_name: name },
        REQUEST_TIMEOUT_MS,
      );
      if (response.status === 201) written.add(name);
      return { response, isCorrect: () => response.body.data.queen_name === name };
    },
    async ready() {
      const response = await program.send('GET', '/readyz', undefined, REQUEST_TIMEOUT_MS);
      return { response, isCorrect: () => response.body.status === 'ok' };
    },
  };
  const names = ['rest', 'rest', 'graphql', 'graphql', 'write', 'ready'];

  async function sendOnce() {
    const kind = names[Math.floor(random() * names.length)];
    const startedAt = performance.now();
    const record = (entry) =>
      responses.push({ kind, at: performance.now(), ms: performance.now() - startedAt, ...entry });
    try {
      const { response, isCorrect } = await kinds[kind]();
      const ok = response.status === 200 || response.status === 201;
      let wrong;
      if (ok && !isCorrect()) wrong = `${kind}: a wrong response: ${JSON.stringify(response.body).slice(0, 200)}`;
      else if (!ok && response.status !== 503)
        wrong = `${kind}: ${response.status} ${JSON.stringify(response.body).slice(0, 200)}`;
      else if (response.status === 503 && kind !== 'graphql' && !response.headers.get('Retry-After'))
        wrong = `${kind}: 503 without Retry-After`;
      record({ status: response.status, wrong });
      if (!ok) await setTimeout(20);
    } catch (error) {
      const code = error.cause?.code ?? error.name;
      record({
        status: code,
        wrong: error.cut || error instanceof SyntaxError ? `${kind}: ${error.message}` : undefined,
      });
      await setTimeout(20);
    }
  }
  const loops = Array.from({ length: clients }, async () => {
    while (isRunning) await sendOnce();
  });
  return {
    responses,
    written,
    attempted,
    since: (at) => responses.filter((response) => response.at >= at),
    async stop() {
      isRunning = false;
      await Promise.all(loops);
    },
  };
}

/**
 * Waits until all requests succeed for one second, or until the time limit. Returns the time at which the wait ended.
 */
export async function recovery(load, limitMs) {
  const until = performance.now() + limitMs;
  for (;;) {
    await setTimeout(200);
    const now = performance.now();
    const last = load.since(now - 1000);
    if (now >= until || (now >= until - limitMs + 1000 && last.length > 0 && last.every(isGood))) return now;
  }
}

export const isGood = ({ status }) => status === 200 || status === 201;
export const isBusy = ({ status }) => status === 503;
export const slowest = (responses) => Math.round(Math.max(0, ...responses.map(({ ms }) => ms)));
export const wrongResponses = (responses) => [...new Set(responses.flatMap(({ wrong }) => wrong ?? []))].slice(0, 5);

/** Returns the number of responses for each status, as text. */
export function tally(responses) {
  const counts = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return Object.entries(counts)
    .map(([status, times]) => `${times}×${status}`)
    .join(' ');
}

/** Returns the names of the queens that the load has written and that the service returns now. */
export async function namesOf(program) {
  const names = [];
  let path = '/api/v1/queens?limit=100&search=soak';
  while (path) {
    const { status, headers, body } = await program.send('GET', path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    names.push(...body.data.map(({ queen_name }) => queen_name));
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]?.replace(program.url, '') ?? null;
  }
  return names.filter((name) => /^soak \d+$/.test(name));
}

/** Checks that every acknowledged row exists once, and that no unexpected row exists. */
export async function checkWritten(program, { written, attempted }, check) {
  const names = await namesOf(program);
  const existing = new Set(names);
  check(names.length === existing.size, 'a write was executed twice');
  const lost = [...written].filter((name) => !existing.has(name));
  check(lost.length === 0, `${lost.length} acknowledged writes are lost: ${lost.slice(0, 3)}`);
  check(
    names.every((name) => attempted.has(name)),
    'there are rows that no client wrote',
  );
}
