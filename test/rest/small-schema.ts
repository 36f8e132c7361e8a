import Router from '@koa/router';
import { buildSchema, type GraphQLSchema } from 'graphql';
import Koa from 'koa';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { guardSchema } from '../../src/auth/guard.js';
import { FULL_ACCESS } from '../../src/auth/permissions.js';
import { invalid } from '../../src/core/errors.js';
import { httpServer } from '../../src/http/server.js';
import { gateway } from '../../src/rest/gateway.js';
import { withPrefixes } from '../../src/rest/prefixes.js';
import { detailRoute, listRoute } from '../../src/rest/read-routes.js';
import { problems } from '../../src/http/problem.js';
import type { Route } from '../../src/rest/route.js';

export const ID = '018f3a52-7c1e-7000-8000-000000000001';

/** Creates a small guarded schema for tests of the gateway alone. */
export function toySchema(): GraphQLSchema {
  const schema = buildSchema(`
    input BeeFilter { bornFrom: String, kind: String }
    type Query { bees(first: Int!, after: String, offset: Int, filter: BeeFilter): Bees bee(id: ID!): Bee }
    type Mutation { addBee(input: BeeInput!): Bee }
    input BeeInput { name: String!, bornOn: Int }
    type Bees { totalCount: Int! nodes: [Bee!]! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Bee { id: ID! name: String! sting: Sting tests: [Int!]! broken: Int }
    type Sting { length: Int! }`);
  const resolve = (type: string, field: string, requires: object, resolver: (args: never) => unknown) => {
    const target = (
      schema.getType(type) as never as { getFields(): Record<string, Record<string, unknown>> }
    ).getFields()[field]!;
    target.extensions = { requires };
    target.resolve = (_: unknown, args: never) => resolver(args);
  };
  const read = (resource: string) => ({ resource, level: 'read' });
  const bee = (n: number) => ({ id: ID, name: `Bee ${n}` });
  resolve('Query', 'bees', read('queens'), ({ first, after, filter }: Record<string, never>) => {
    const faults = [];
    if (after === 'WyJiIl0') faults.push({ path: 'after', message: 'is of another list' });
    if (filter && filter['bornFrom'] === '1900') faults.push({ path: 'filter.bornFrom', message: 'is too early' });
    if (faults.length) throw invalid(faults);
    return {
      totalCount: 3,
      nodes: [bee(1), bee(2)].slice(0, first),
      pageInfo: { hasNextPage: true, endCursor: 'WzFd' },
    };
  });
  resolve('Query', 'bee', read('queens'), ({ id }: { id: string }) => (id === ID ? bee(1) : null));
  resolve('Mutation', 'addBee', { resource: 'queens', level: 'write' }, ({ input }: { input: { name: string } }) => ({
    id: ID,
    name: input.name,
  }));
  resolve('Bee', 'sting', read('hive'), () => ({ length: 2 }));
  resolve('Bee', 'tests', read('evaluations'), () => [1, 2]);
  resolve('Bee', 'broken', read('queens'), () => {
    throw new Error('select secret from table');
  });
  return guardSchema(schema);
}

interface Bee {
  id: string;
  name: string;
  sting?: unknown;
  tests?: unknown;
}

const row = ({ id, name, sting, tests }: Bee) => ({ id, bee_name: name, sting, tests });

export const toyRoutes: Route[] = [
  listRoute({
    path: '/bees',
    id: 'listBees',
    summary: 'Bees',
    kind: 'Bee',
    field: 'bees',
    fields: 'id name sting { length }',
    row,
    filter: 'BeeFilter',
    fixed: { filter: { kind: 'honey' } },
    parameters: [{ name: 'born_from', description: 'Born then', kind: 'date', variable: 'filter.bornFrom' }],
  }),
  detailRoute({
    path: '/bees/:id',
    id: 'getBee',
    summary: 'Bee',
    kind: 'Bee',
    field: 'bee',
    fields: 'id name sting { length }',
    row,
  }),
  detailRoute({
    path: '/bees/:id/tests',
    id: 'getBeeTests',
    summary: 'Strict',
    kind: 'Bee',
    field: 'bee',
    fields: 'id name tests',
    row,
  }),
  detailRoute({
    path: '/bees/:id/broken',
    id: 'getBrokenBee',
    summary: 'Broken',
    kind: 'Bee',
    field: 'bee',
    fields: 'id name broken',
    row,
  }),
  {
    method: 'POST',
    path: '/bees',
    id: 'createBee',
    summary: 'New bee',
    returns: { status: 201, data: 'Bee' },
    document: 'mutation ($input: BeeInput!) { row: addBee(input: $input) { id name } }',
    body: { component: 'NewBee' },
    names: { name: 'bee_name' },
    variables: ({ body }) => ({ input: body }),
    answer: ({ row: bee }: { row: Bee }) => ({ status: 201, location: `/bees/${bee.id}`, body: { data: row(bee) } }),
  } as Route,
];

/**
 * Serves the small schema. The header `as` lists the resources that the caller may read, or also write if the name ends
 * with `!`. Without this header, the request is unauthenticated.
 */
export async function serveToy(routes = toyRoutes): Promise<{ url: string; server: Server }> {
  const services = { config: { DATABASE_REPLICA_URLS: [] }, orm: { ownedBy: () => ({}), fork: () => ({}) } } as never;
  const koa = new Koa();
  koa.use(problems(pino({ level: 'silent' })));
  koa.use((ctx, next) => {
    const may = ctx.get('as').split(',').filter(Boolean);
    const none = Object.fromEntries(Object.keys(FULL_ACCESS).map((resource) => [resource, 'none']));
    const some = Object.fromEntries(may.map((word) => [word.replace('!', ''), word.endsWith('!') ? 'write' : 'read']));
    if (may.length > 0)
      ctx.state.identity = { kind: 'key', accountId: ID, permissions: { ...FULL_ACCESS, ...none, ...some } };
    return next();
  });
  const router = new Router();
  router.delete(withPrefixes('/bees'), (ctx) => void (ctx.body = 'from another handler'));
  router.post('/api/bees/:id/undo', (ctx) => void (ctx.body = 'from another handler'));
  gateway(router, services, toySchema(), routes);
  koa.use(router.routes());
  const server = httpServer(koa.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
