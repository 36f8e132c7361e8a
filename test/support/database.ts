import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../src/core/config.js';
import type { Orm } from '../../src/db/orm.js';
import { onServer } from './global-setup.js';

/** The environment variables for a test database. */
export interface TestDatabase {
  environment: Record<string, string>;
  drop(): Promise<void>;
}

const newName = () => `${process.env.QUEENBOOK_TEST_RUN}_${randomBytes(6).toString('hex')}`;

/** Creates a migrated embedded database, or a migrated database on the server in TEST_DATABASE_URL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'test-'));
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    const template = process.env.QUEENBOOK_TEST_TEMPLATE!;
    // This copy is synchronous, because an asynchronous copy of a thousand small files is several times slower.
    cpSync(template, folder, { recursive: true });
    return { environment: { DATA_DIR: folder }, drop: () => rm(folder, { recursive: true, force: true }) };
  }
  const name = newName();
  await onServer(server, `create database ${name} template ${process.env.QUEENBOOK_TEST_RUN}_template`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    environment: {
      DATA_DIR: folder,
      DATABASE_URL: url.href,
      DATABASE_POOL: '5',
      SESSION_SECRET: 'a secret for the tests only',
      REGISTRATION: 'open',
    },
    async drop() {
      await onServer(server, `drop database ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates an empty database on a server, or only a folder for the embedded database. */
export async function createEmptyDatabase(server = process.env.TEST_DATABASE_URL): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'empty-'));
  const environment: TestDatabase['environment'] = { DATA_DIR: join(folder, 'data') };
  const drop = () => rm(folder, { recursive: true, force: true });
  if (!server) return { environment, drop };
  const name = newName();
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    environment: { ...environment, DATABASE_URL: url.href, SESSION_SECRET: 'a secret for the tests only' },
    async drop() {
      await onServer(server, `drop database ${name} with (force)`);
      await drop();
    },
  };
}

/** `outside.js` sets this global variable. */
declare const outside: { database(): Promise<SharedDatabase> };

interface SharedDatabase {
  config: Config;
  orm: Orm;
  /** Sets the listener for statements. */
  listen(listener: (statement: string) => unknown): void;
}

/**
 * Returns the migrated database that the test files of a Jest worker share. No background jobs run on this database.
 */
export const sharedDatabase = (): Promise<SharedDatabase> => outside.database();
