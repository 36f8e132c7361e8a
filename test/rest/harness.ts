import 'reflect-metadata';
import Router from '@koa/router';
import Koa from 'koa';
import { sql, type Kysely } from 'kysely';
import { httpServer } from '../../src/http/server.js';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { FULL_ACCESS } from '../../src/auth/permissions.js';
import { compression } from '../../src/http/compression.js';
import { gateway } from '../../src/rest/gateway.js';
import { problems } from '../../src/http/problem.js';
import { routes } from '../../src/server/routes.js';
import { buildGuardedSchema } from '../../src/server/schema.js';
import { sharedDatabase } from '../support/database.js';

const WITHOUT_ID = new Set(['breeding_value', 'queen_identifier', 'import_row']);

export type Json = Record<string, unknown>;
type Row = Record<string, unknown>;

export interface Rest {
  /** Sends a request as the account, without permissions for the resources in `without`. */
  get(
    path: string,
    options?: { as?: string; without?: string; headers?: Record<string, string>; method?: string },
  ): Promise<Response>;
  json<Body = Json>(path: string, options?: Parameters<Rest['get']>[1]): Promise<Body>;
  account(): Promise<string>;
  insert(table: string, row: Row): Promise<string>;
  /** Returns the statements that `work` sends. */
  statements(work: () => Promise<unknown>): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Serves the real routes over HTTP, on the database that the test files of a Jest worker share. A header names the
 * caller.
 */
export async function serveRest(): Promise<Rest> {
  const { config, orm, listen } = await sharedDatabase();
  let sentStatements: string[] = [];
  listen((text) => sentStatements.push(text));
  const db = orm.database.kysely as Kysely<unknown>;

  const koa = new Koa();
  koa.use(problems(pino({ level: 'silent' })));
  koa.use(compression());
  koa.use((ctx, next) => {
    const without = ctx.get('without').split(',').filter(Boolean);
    const permissions = { ...FULL_ACCESS, ...Object.fromEntries(without.map((resource) => [resource, 'none'])) };
    // Acts as a session, because API keys cannot manage keys.
    if (ctx.get('as')) ctx.state.identity = { kind: 'session', accountId: ctx.get('as'), permissions };
    return next();
  });
  const router = new Router();
  gateway(
    router,
    { config, orm, keyUses: { flush: async () => undefined } } as never,
    await buildGuardedSchema(),
    routes,
  );
  koa.use(router.routes());
  const server = httpServer(koa.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const rest: Rest = {
    get: (path, { as = '', without = '', headers = {}, method = 'GET' } = {}) =>
      fetch(base + path, { method, headers: { ...headers, as, without } }),
    async json(path, options) {
      const response = await rest.get(path, options);
      const body = await response.json();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
      return body as never;
    },
    account: () => rest.insert('account', { email: `${uuid()}@example.org`, name: 'Apis' }),
    async insert(table, row) {
      const rowWithId: Row = WITHOUT_ID.has(table) ? row : { id: uuid(), ...row };
      const names = Object.keys(rowWithId).map((name) => sql.ref(name));
      const values = Object.values(rowWithId).map((value) => sql`${value}`);
      await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(db);
      return rowWithId.id as string;
    },
    async statements(work) {
      sentStatements = [];
      await work();
      return sentStatements;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return rest;
}
