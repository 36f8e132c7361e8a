import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp, type App, type Pauses } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import type { Services } from '../../src/context.js';
import { httpServer } from '../../src/http-server.js';
import { createLog } from '../../src/log.js';
import { Client } from './client.js';
import { createTestDatabase } from './database.js';

export { Client, faults, type Answer } from './client.js';

/** A whole service, as `npm start` runs it, on a free port and a database of its own. */
export interface TestService {
  url: string;
  services: Services;
  koa: App['koa'];
  /** Every SQL statement since the list was last emptied (`statements.length = 0`), but for those of the job queue. */
  statements: string[];
  /** A client that is signed in nowhere. */
  visitor(): Client;
  /** A client signed in to a new account. */
  register(account?: Partial<NewAccount>): Promise<Client & { account: NewAccount & { id: string } }>;
  close(): Promise<void>;
}

export interface NewAccount {
  email: string;
  password: string;
  name: string;
}

/**
 * @param overrides variables of the environment, besides those that name the database
 * @param sink takes the lines of the log in place of the standard output
 * @param pauses in place of its own
 */
export async function startService(
  overrides: Record<string, string> = {},
  sink?: { write(line: string): void },
  pauses: Partial<Pauses> = {},
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
    visitor: () => new Client(url),
    register: (account) => register(new Client(url), account),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app.close();
      await database.drop();
    },
  };
}

async function register(client: Client, given: Partial<NewAccount> = {}) {
  const name = `anna-${randomBytes(4).toString('hex')}`;
  const account = { email: `${name}@example.org`, password: 'a good long password', name, ...given };
  const { status, body } = await client.post('/api/accounts', account);
  if (status !== 201) throw new Error(`The account was not opened: ${status} ${JSON.stringify(body)}`);
  return Object.assign(client, { account: { ...account, id: body.data.id as string } });
}
