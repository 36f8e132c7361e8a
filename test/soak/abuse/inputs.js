import { routes } from '../../../dist/src/server/routes.js';
import { Client } from '../service.js';
import { ResponseLog } from './check-response.js';
import { mutator } from './mutated.js';

const AT_ONCE = 8;
/** An operation that gets at least this number of inputs should accept some of them. */
const MIN_INPUTS = 1000;

/** Sends `count` requests, with at most `AT_ONCE` in flight. */
export async function many(count, sendNext) {
  let sent = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (sent < count) {
        sent += 1;
        await sendNext();
      }
    }),
  );
}

/** @returns the response; if the request fails, the status is the code or the name of the error */
export async function send(url, { method, path, headers, body }) {
  try {
    const response = await fetch(url + path, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
    });
    return { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() };
  } catch (error) {
    return { status: error.cause?.code ?? error.name, text: '' };
  }
}

/** Returns the operations of an OpenAPI document. */
export const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { operationId }]) => operationId)
      .map(([method, operation]) => ({ path, method, operation })),
  );

/** Sends `inputs` mutated requests to each operation of the service's own document. */
export const mutatedInputs = {
  name: 'mutated inputs to each operation',
  async run({ url, program, ids, random, inputs, responseLog, print }) {
    const document = (await program.send('GET', '/api/openapi.json')).body;
    const request = mutator(document, ids, random);
    const operations = operationsOf(document);
    for (const [index, { path, method, operation }] of operations.entries()) {
      const ofOperation = new ResponseLog();
      const needs = (operation.security ?? []).map((requirement) => Object.keys(requirement)[0]);
      const visitor = new Client(url);
      const session = needs.includes('session') && !needs.includes('bearer');
      if (session) await visitor.register(`of-${index}@example.org`);
      await many(inputs, async () => {
        const created = request(`/api/v1${path}`, method, operation);
        const credentials = session ? visitor.headers : needs.length > 0 ? program.headers : {};
        const response = await send(url, { ...created, headers: { ...credentials, ...created.headers } });
        const summary = `${created.method} ${created.path} ${String(created.body ?? '')}`.slice(0, 400);
        ofOperation.add(response, summary);
        responseLog.add(response, summary);
      });
      // If an operation rejects all inputs, the attack tests little.
      const isAccepted = [...ofOperation.counts.keys()].some((status) => status >= 200 && status < 300);
      if (inputs >= MIN_INPUTS && !isAccepted)
        print(`${operation.operationId} accepted none of its inputs: ${ofOperation}`);
    }
    return `${operations.length} operations, ${responseLog}`;
  },
};

/** Sends the GraphQL documents of the REST gateway, often with changed tokens, and with valid or invalid variables. */
export const mutatedQueries = {
  name: 'mutated GraphQL',
  async run({ url, program, ids, random, inputs, responseLog }) {
    const request = mutator({}, ids, random);
    const pick = (list) => list[Math.floor(random() * list.length)];
    const documents = routes.map(({ document }) => document);
    const any = { parameters: [{ name: 'v', in: 'query', required: true, schema: {} }] };
    const value = () =>
      random() < 0.4 ? pick(ids) : new URLSearchParams(request('/', 'get', any).path.slice(2)).get('v');
    await many(inputs * 5, async () => {
      const document = pick(documents);
      const variables = Object.fromEntries(
        [...document.matchAll(/\$(\w+): (\[?)/g)].map(([, name, list]) => [name, list ? [value()] : value()]),
      );
      const tokens = document.match(/\w+|\.{3}|[^\s\w]/g);
      if (random() < 0.6) {
        const at = Math.floor(random() * tokens.length);
        const [removed, inserted] = pick([
          [1, []],
          [0, [tokens[at]]],
          [1, [pick(tokens)]],
          [1, [value() ?? '']],
          [0, ['@skip(if: $first)']],
        ]);
        tokens.splice(at, removed, ...inserted);
      }
      const body = JSON.stringify({ query: tokens.join(' '), variables: random() < 0.9 ? variables : value() });
      const headers = { ...program.headers, 'Content-Type': 'application/json' };
      const response = await send(url, { method: 'POST', path: '/graphql', headers, body });
      responseLog.add(response, body.slice(0, 600));
    });
    return `${responseLog}`;
  },
};
