import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import { serveGraphQL, type GraphQLServer } from '../support/graphql-server.js';

let server: GraphQLServer;
beforeAll(async () => {
  server = await serveGraphQL();
});
afterAll(() => server?.close());

test('all audits of GraphQL over HTTP pass', async () => {
  const audits = serverAudits({ url: server.url });
  const results = [];
  for (const { id, name, fn } of audits) {
    const result = await fn();
    results.push(result.status === 'ok' ? 'ok' : `${id} ${name}: ${result.status}: ${result.reason}`);
  }
  expect(results.filter((result) => result !== 'ok')).toEqual([]);
  expect(results).toHaveLength(61);
});
