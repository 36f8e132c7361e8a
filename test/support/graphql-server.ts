import 'reflect-metadata';
import Koa from 'koa';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { httpServer } from '../../src/http/server.js';
import { FULL_ACCESS, type Permissions } from '../../src/auth/permissions.js';
import { graphqlEndpoint, graphqlProblems } from '../../src/graphql/endpoint.js';
import { buildGuardedSchema } from '../../src/server/schema.js';
import { sharedDatabase } from './database.js';
import { factories, type Factories } from './factories.js';

interface GraphQLResponse {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests check its content
  data: any;
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
}

export interface GraphQLServer {
  url: string;
  make: Factories;
  /** Runs a document as the account, with these permissions, or with all permissions by default. */
  run(
    account: string | null,
    query: string,
    variables?: Record<string, unknown>,
    permissions?: Partial<Permissions>,
  ): Promise<GraphQLResponse>;
  /** Like `run`, but fails on errors and returns the data. */
  data(account: string, query: string, variables?: Record<string, unknown>): Promise<GraphQLResponse['data']>;
  /** Returns the statements since the previous call of this function. */
  takeStatements(): string[];
  close(): Promise<void>;
}

const NOTHING: Permissions = { queens: 'none', evaluations: 'none', blup: 'none', hive: 'none', account: 'none' };

/**
 * Serves the real endpoint over HTTP, on the database that the test files of a Jest worker share. A header names the
 * caller.
 */
export async function serveGraphQL(): Promise<GraphQLServer> {
  const { config, orm, listen } = await sharedDatabase();
  let sentStatements: string[] = [];
  listen((text) => sentStatements.push(text));
  const log = pino({ level: 'silent' });
  const koa = new Koa();
  koa.use((ctx, next) => {
    ctx.state.identity = ctx.get('identity') ? JSON.parse(ctx.get('identity')) : null;
    return next();
  });
  koa.use(graphqlProblems(log));
  koa.use(await graphqlEndpoint({ config, orm, log } as never, await buildGuardedSchema(), log, new Set()));
  const server = httpServer(koa.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;

  const run: GraphQLServer['run'] = async (accountId, query, variables, permissions) => {
    const granted = permissions ? { ...NOTHING, ...permissions } : FULL_ACCESS;
    const identity = accountId && JSON.stringify({ kind: 'key', accountId, permissions: granted });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(identity && { identity }) },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as GraphQLResponse;
  };
  return {
    url,
    make: factories(orm.database.kysely),
    run,
    async data(account, query, variables) {
      const { data, errors } = await run(account, query, variables);
      if (errors) throw new Error(errors.map(({ message }) => message).join('; '));
      return data;
    },
    takeStatements() {
      const statements = sentStatements;
      sentStatements = [];
      return statements;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
