import { afterEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Client } from '../../support/client.js';
import { queenbook } from '../../support/command.js';
import { onServer } from '../../support/global-setup.js';
import { startProcess } from '../../support/process.js';

/** These tests need a PostgreSQL server, because a service on the embedded database cannot choose its role. */
const server = process.env.TEST_DATABASE_URL;
const describeServer = server ? describe : describe.skip;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface DatabaseOfRole {
  role: string;
  name: string;
  folder: string;
  environment: Record<string, string>;
}

/**
 * Creates an empty database and a role without privileges. The returned environment is for a service with this role.
 */
async function createDatabase(): Promise<DatabaseOfRole> {
  const name = `queenbook_test_${randomBytes(6).toString('hex')}`;
  const role = `${name}_role`;
  await onServer(server!, `create role ${role} login password 'of a test'`);
  cleanups.push(() => onServer(server!, `drop role ${role}`));
  await onServer(server!, `create database ${name}`);
  cleanups.push(() => onServer(server!, `drop database ${name} with (force)`));
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-roles-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const url = Object.assign(new URL(server!), { pathname: `/${name}`, username: role, password: 'of a test' });
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: url.href,
    SESSION_SECRET: 'a secret for the tests only',
    REGISTRATION: 'open',
    MIGRATE: 'on',
    LOG_LEVEL: 'warn',
  };
  return { role, name, folder, environment };
}

/** Runs a statement in the database as a superuser. */
async function query({ name }: DatabaseOfRole, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(server!), { pathname: `/${name}` }).href });
  await client.connect();
  try {
    return (await client.query(text)).rows as unknown[];
  } finally {
    await client.end();
  }
}

/** Starts the service, registers an account, writes and reads. */
async function use({ environment }: DatabaseOfRole): Promise<string> {
  const service = startProcess(environment);
  cleanups.push(() => service.end('SIGKILL'));
  const anna = new Client(await service.url);
  const email = `${randomBytes(4).toString('hex')}@example.org`;
  const account = { email, password: 'a good long password', name: 'Anna' };
  expect((await anna.post('/api/accounts', account)).status).toBe(201);
  expect((await anna.post('/api/queens', { queen_name: 'Mona', generation: 'F0' })).status).toBe(201);
  expect((await anna.get('/api/queens')).body.page.total).toBe(1);
  expect(await service.end('SIGTERM')).toBe(0);
  return service.output();
}

const rowLevelSecurityOf = async ({ environment }: DatabaseOfRole) =>
  JSON.parse((await queenbook(['status', '--json'], environment)).out).row_level_security as unknown;

describeServer('a service on a PostgreSQL server', () => {
  test('uses row-level security if its role owns the database, also after a backup and restore', async () => {
    const database = await createDatabase();
    await onServer(server!, `alter database ${database.name} owner to ${database.role}`);
    expect(await use(database)).not.toMatch(/is not active/);
    expect(await rowLevelSecurityOf(database)).toEqual({ active: true });
    const file = join(database.folder, 'backup.zip');
    for (const kind of [[], ['--portable']]) {
      expect(await queenbook(['backup', file, ...kind], database.environment)).toMatchObject({ code: 0, err: '' });
      const restored = await queenbook(['restore', file, '--replace'], database.environment);
      expect(restored).toMatchObject({ code: 0, err: '' });
      expect(await rowLevelSecurityOf(database)).toEqual({ active: true });
      expect(await use({ ...database, environment: { ...database.environment, MIGRATE: 'off' } })).toMatch(/listening/);
      await rm(file);
    }
    // A dump that was made with `--no-privileges` contains no grants. The service adds the grants when it starts.
    await query(database, `revoke all on all tables in schema public from pg_database_owner`);
    expect(await use({ ...database, environment: { ...database.environment, MIGRATE: 'off' } })).toMatch(/listening/);
    // No other role of the server can look up keys.
    const [privilege] = await query(
      database,
      `select has_function_privilege('public', 'keys_of(text[])', 'execute') as may`,
    );
    expect(privilege).toEqual({ may: false });
  });

  test('works without row-level security if its role owns only the tables, and reports this state', async () => {
    const database = await createDatabase();
    await query(database, `grant create on schema public to ${database.role}`);
    await query(database, `grant create on database ${database.name} to ${database.role}`);
    expect(await use(database)).toMatch(/"reason":"[^"]*owner of the database[^"]*".*row-level security is not active/);
    expect(await rowLevelSecurityOf(database)).toMatchObject({ active: false });
    const { out, code } = await queenbook(['status'], database.environment);
    expect([code, out]).toEqual([0, expect.stringMatching(/is not active: .*owner of the database/)]);
  });

  test('does not start if the database hides rows from its role', async () => {
    const owner = await createDatabase();
    const database = await createDatabase();
    await onServer(server!, `alter database ${database.name} owner to ${owner.role}`);
    const url = new URL(database.environment.DATABASE_URL!);
    const asOwner = Object.assign(new URL(url.href), { username: owner.role }).href;
    await use({ ...database, environment: { ...database.environment, DATABASE_URL: asOwner } });
    await query(database, `grant usage on schema public, jobs to ${database.role}`);
    await query(database, `grant all on all tables in schema public to ${database.role}`);
    const service = startProcess({ ...database.environment, MIGRATE: 'off' });
    await expect(service.url).rejects.toThrow(
      /Queenbook cannot start: row-level security hides the rows of account, .* must own the tables\n/,
    );
  });
});
