import 'reflect-metadata';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp, type App } from '../../src/server/app.js';
import type { Intervals } from '../../src/server/periodic-work.js';
import { readConfig } from '../../src/core/config.js';
import type { Services } from '../../src/graphql/context.js';
import { httpServer } from '../../src/http/server.js';
import { createLog } from '../../src/observability/log.js';
import { Client } from './client.js';
import { insertAccount, type NewAccount } from './accounts.js';
import { createTestDatabase } from './database.js';

export { Client, faults, type Answer } from './client.js';

/** A client signed in to an account of its own. */
export type AccountClient = Client & { account: NewAccount & { id: string } };

/** A whole service over HTTP, as `npm start` runs it. */
export interface SharedService {
  url: string;
  services: Services;
  /** A client that is signed in nowhere. */
  visitor(): Client;
  /** A client signed in to a new account. */
  register(account?: Partial<NewAccount>): Promise<AccountClient>;
}

/** A service on a database of its own. */
export interface TestService extends SharedService {
  koa: App['koa'];
  /** Every SQL statement since the list was last emptied (`statements.length = 0`), but for those of the job queue. */
  statements: string[];
  close(): Promise<void>;
}

/** Put there by outside.js. */
declare const outside: { service(): Promise<Pick<SharedService, 'url' | 'services'>> };

/**
 * The running service that the test files of a worker share, with limits that none of them reaches. Each test works in
 * accounts of its own, expects other rows beside them, and restores what it changes. A test of limits, of other
 * settings, of all rows of a table, or of what the process does needs `startService`.
 */
export async function sharedService(): Promise<SharedService> {
  const { url, services } = await outside.service();
  return { url, services, ...clientsOf(url, services) };
}

/**
 * Starts a service on a database of its own.
 * @param overrides variables of the environment, besides those that name the database
 * @param sink takes the lines of the log in place of the standard output
 * @param pauses in place of its own
 */
export async function startService(
  overrides: Record<string, string> = {},
  sink?: { write(line: string): void },
  pauses: Partial<Intervals> = {},
): Promise<TestService> {
  const database = await createTestDatabase();
  const statements: string[] = [];
  const environment = { DEMO: 'off', LOG_LEVEL: 'fatal', ...database.environment, ...overrides };
  let app: App;
  let server: Server;
  try {
    const config = readConfig(environment);
    const onStatement = (text: string) => /\bjobs\./.test(text) || statements.push(text);
    app = await createApp(config, createLog(config.LOG_LEVEL, sink), { onStatement }, pauses);
    server = httpServer(app.koa.callback());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  } catch (error) {
    await database.drop();
    throw error;
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    services: app.services,
    koa: app.koa,
    statements,
    ...clientsOf(url, app.services),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app.close();
      await database.drop();
    },
  };
}

const clientsOf = (url: string, { orm }: Services): Pick<SharedService, 'visitor' | 'register'> => ({
  visitor: () => new Client(url),
  async register(given = {}) {
    const client = new Client(url);
    const account = await insertAccount(orm.database.kysely, given);
    const { email, password } = account;
    const { status, body } = await client.post('/api/session', { email, password });
    if (status !== 200) throw new Error(`The account could not sign in: ${status} ${JSON.stringify(body)}`);
    return Object.assign(client, { account });
  },
});
