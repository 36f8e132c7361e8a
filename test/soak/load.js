import { setTimeout } from 'node:timers/promises';
import { SAMPLE_QUEENS } from './service.js';

/** Longer than any request may take. A request that takes longer counts as lost. */
const FORGOTTEN = 60_000;
const PAGE = 50;

/**
 * Repeats reads and writes of several clients of an account with the sample data. Each response is checked; names of
 * acknowledged writes are recorded and checked at the end.
 * @param random from 0 to 1
 */
export function startLoad(program, random, clients = 6) {
  const responses = [];
  const written = new Set();
  const attempted = new Set();
  let isRunning = true;
  let count = 0;

  const kinds = {
    async rest() {
      const response = await program.send('GET', `/api/v1/queens?limit=${PAGE}`, undefined, FORGOTTEN);
      return { response, right: () => response.body.data.length === PAGE && response.body.page.total >= SAMPLE_QUEENS };
    },
    async graphql() {
      const query = `{ queens(first: ${PAGE}) { totalCount nodes { id name mother { id name } } } }`;
      const response = await program.send('POST', '/graphql', { query }, FORGOTTEN);
      // GraphQL errors have status 200 if part of the data could be returned.
      const errors = response.status === 200 ? response.body.errors : undefined;
      if (errors?.every(({ extensions }) => extensions.code === 'unavailable')) response.status = 503;
      return { response, right: () => response.body.data.queens.nodes.length === PAGE };
    },
    async write() {
      const name = `soak ${(count += 1)}`;
      attempted.add(name);
      const response = await program.send('POST', '/api/v1/queens', { generation: 'F0', queen_name: name }, FORGOTTEN);
      if (response.status === 201) written.add(name);
      return { response, right: () => response.body.data.queen_name === name };
    },
    async ready() {
      const response = await program.send('GET', '/readyz', undefined, FORGOTTEN);
      return { response, right: () => response.body.status === 'ok' };
    },
  };
  const names = ['rest', 'rest', 'graphql', 'graphql', 'write', 'ready'];

  async function once() {
    const kind = names[Math.floor(random() * names.length)];
    const startedAt = performance.now();
    const record = (entry) =>
      responses.push({ kind, at: performance.now(), ms: performance.now() - startedAt, ...entry });
    try {
      const { response, right } = await kinds[kind]();
      const ok = response.status === 200 || response.status === 201;
      let wrong;
      if (ok && !right()) wrong = `${kind}: a wrong response: ${JSON.stringify(response.body).slice(0, 200)}`;
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
  const asking = Array.from({ length: clients }, async () => {
    while (isRunning) await once();
  });
  return {
    responses,
    written,
    attempted,
    since: (at) => responses.filter((response) => response.at >= at),
    async stop() {
      isRunning = false;
      await Promise.all(asking);
    },
  };
}

/** Waits until all requests succeed for a second, up to a limit. */
export async function recovery(load, most) {
  const until = performance.now() + most;
  for (;;) {
    await setTimeout(200);
    const now = performance.now();
    const last = load.since(now - 1000);
    if (now >= until || (now >= until - most + 1000 && last.length > 0 && last.every(isGood))) return now;
  }
}

export const isGood = ({ status }) => status === 200 || status === 201;
export const isBusy = ({ status }) => status === 503;
export const slowest = (responses) => Math.round(Math.max(0, ...responses.map(({ ms }) => ms)));
export const wrongResponses = (responses) => [...new Set(responses.flatMap(({ wrong }) => wrong ?? []))].slice(0, 5);

/** Statuses with their frequency. */
export function tally(responses) {
  const counts = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return Object.entries(counts)
    .map(([status, times]) => `${times}×${status}`)
    .join(' ');
}

/** Names of the queens written by the load, as the service returns them now. */
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

/** Expects every acknowledged row once, and no unexpected row. */
export async function checkWritten(program, { written, attempted }, check) {
  const names = await namesOf(program);
  const there = new Set(names);
  check(names.length === there.size, 'a write was executed twice');
  const lost = [...written].filter((name) => !there.has(name));
  check(lost.length === 0, `${lost.length} acknowledged writes are lost: ${lost.slice(0, 3)}`);
  check(
    names.every((name) => attempted.has(name)),
    'there are rows that no client wrote',
  );
}
