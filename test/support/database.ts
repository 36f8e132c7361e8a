import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onServer } from './global-setup.js';

/** A migrated database of its own, as the variables that name it. */
export interface TestDatabase {
  environment: Record<string, string>;
  drop(): Promise<void>;
}

/** An embedded database, or with TEST_DATABASE_URL one on that server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-test-'));
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    const template = process.env.QUEENBOOK_TEST_TEMPLATE!;
    // A thousand small files: the asynchronous way takes several times as long.
    cpSync(template, folder, { recursive: true });
    return { environment: { DATA_DIR: folder }, drop: () => rm(folder, { recursive: true, force: true }) };
  }
  const name = `queenbook_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${process.env.QUEENBOOK_TEST_TEMPLATE_DATABASE}`);
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

/** A place where nothing is yet: an embedded database that is not there, or on the server one without a table. */
export async function createEmptyDatabase(server = process.env.TEST_DATABASE_URL): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-empty-'));
  const environment: TestDatabase['environment'] = { DATA_DIR: join(folder, 'data') };
  const drop = () => rm(folder, { recursive: true, force: true });
  if (!server) return { environment, drop };
  const name = `queenbook_test_${randomBytes(6).toString('hex')}`;
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
