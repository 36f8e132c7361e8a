import 'reflect-metadata';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp, type App } from '../../src/server/app.js';
import type { PeriodicWorkOptions } from '../../src/server/periodic-work.js';
import { readConfig } from '../../src/core/config.js';
import type { Services } from '../../src/graphql/context.js';
import { httpServer } from '../../src/http/server.js';
import { createLog } from '../../src/observability/log.js';
import { Client } from './client.js';
import { insertAccount, type NewAccount } from './accounts.js';
import { createTestDatabase } from './database.js';

export { Client, faults, type TestResponse } from './client.js';

/** A client that is signed in to a new account. */
export type AccountClient = Client & { account: NewAccount & { id: string } };

/** A complete service over HTTP, as `npm start` starts it. */
export interface SharedService {
  url: string;
  services: Services;
  /** Returns an unauthenticated client. */
  visitor(): Client;
  /** Returns a client that is signed in to a new account. */
  register(account?: Partial<NewAccount>): Promise<AccountClient>;
}

/** A service with its own database. */
export interface TestService extends SharedService {
  koa: App['koa'];
  /**
   * All SQL statements except those of the job queue, those that record uses of keys, and those of periodic tasks, which
   * run at any time. `statements.length = 0` empties the list.
   */
  statements: string[];
  /** The statements that record uses of keys. A timer sends them, so they can run during any later request. */
  keyUseStatements: string[];
  close(): Promise<void>;
}

const JOB_QUEUE = /\bjobs\./;
const KEY_USE = /insert into api_key_use|set last_used_at/;

/** Set while a periodic task runs. */
const periodicTask = new AsyncLocalStorage<true>();

/** `outside.js` sets this global variable. */
declare const outside: { service(): Promise<Pick<SharedService, 'url' | 'services'>> };

/**
 * Returns the service that the test files of a Jest worker share, with limits that no test reaches. Tests use their own
 * accounts, allow for rows of other accounts, and undo their changes to the service. Tests of limits, settings, all
 * rows of a table or the process need `startService`.
 */
export async function sharedService(): Promise<SharedService> {
  const { url, services } = await outside.service();
  return { url, services, ...clientsOf(url, services) };
}

/**
 * Starts a service with its own database.
 * @param overrides environment variables, in addition to the variables of the database
 * @param sink receives log lines instead of standard output
 * @param intervals overrides of the intervals of periodic work, in milliseconds
 */
export async function startService(
  overrides: Record<string, string> = {},
  sink?: { write(line: string): void },
  intervals: PeriodicWorkOptions['intervals'] = {},
): Promise<TestService> {
  const database = await createTestDatabase();
  const statements: string[] = [];
  const keyUseStatements: string[] = [];
  const environment = { DEMO: 'off', LOG_LEVEL: 'fatal', ...database.environment, ...overrides };
  let app: App;
  let server: Server;
  try {
    const config = readConfig(environment);
    const onStatement = (text: string) => {
      if (KEY_USE.test(text)) keyUseStatements.push(text);
      else if (!JOB_QUEUE.test(text) && !periodicTask.getStore()) statements.push(text);
    };
    app = await createApp(
      config,
      createLog(config.LOG_LEVEL, sink),
      { onStatement },
      {
        intervals,
        run: (task) => periodicTask.run(true, task),
      },
    );
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
    keyUseStatements,
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
  async register(overrides = {}) {
    const client = new Client(url);
    const account = await insertAccount(orm.database.kysely, overrides);
    const { email, password } = account;
    const { status, body } = await client.post('/api/session', { email, password });
    if (status !== 200) throw new Error(`The account could not sign in: ${status} ${JSON.stringify(body)}`);
    return Object.assign(client, { account });
  },
});
