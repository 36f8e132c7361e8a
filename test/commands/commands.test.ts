import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../migrations/index.js';
import { readConfig } from '../../src/core/config.js';
import { openOrm } from '../../src/db/orm.js';
import { ENTITIES } from '../../src/features/entities.js';
import { runCommand, queenbook } from '../support/command.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { onServer } from '../support/global-setup.js';
import { startService } from '../support/service.js';

let database: TestDatabase;
/** A database without accounts. */
let withoutAccounts: TestDatabase;
beforeAll(async () => {
  [database, withoutAccounts] = [await createTestDatabase(), await createTestDatabase()];
});
afterAll(async () => {
  await database.drop();
  await withoutAccounts.drop();
});
const account = (...args: string[]) => runCommand(['account', ...args], database.environment);

describe('queenbook', () => {
  test('prints JSON with the option --json', async () => {
    const listed = await queenbook(['account', 'list', '--json'], withoutAccounts.environment);
    expect([listed.code, JSON.parse(listed.out)]).toEqual([0, { accounts: [] }]);
    const wrong = await account('reset', 'bea@example.org', '--json');
    expect([wrong.code, wrong.out]).toEqual([1, '']);
    expect(JSON.parse(wrong.err)).toEqual({ error: 'There is no account with the address bea@example.org.' });
  });

  test('reads variables from a file, but prefers variables of the environment', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'queenbook-command-'));
    try {
      const file = join(folder, 'env');
      const lines = Object.entries({ ...withoutAccounts.environment, LOG_LEVEL: 'loud' });
      await writeFile(file, lines.map(([name, value]) => `${name}="${value}"\n`).join(''));
      const wrong = await queenbook(['account', 'list', '--environment', file], {});
      expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/^LOG_LEVEL /)]);
      const right = await queenbook(['account', 'list', '--environment', file], { LOG_LEVEL: 'info' });
      expect(right).toEqual({ code: 0, out: 'No accounts.\n', err: '' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('reports an unusable file in one line, not as a fault of the database', async () => {
    const { code, err } = await runCommand(['backup', '/dev/null/x.zip', '--portable'], database.environment);
    expect(code).toBe(1);
    expect(err.split('\n').at(-2)).toMatch(/^\/dev\/null\/x\.zip\.[\w-]+\.part cannot be used \(ENOTDIR/);
  });
});

describe('queenbook account', () => {
  test('adds and resets an account, and reports existing and unknown accounts', async () => {
    const added = await account('add', 'Anna@example.org', '--name', 'Anna');
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(added.out).toMatch(/anna@example\.org.*\nhttp:\/\/127\.0\.0\.1:4000\/password#token=[\w-]{43}\n$/);
    expect(await account('add', 'anna@EXAMPLE.org')).toEqual({
      code: 1,
      out: '',
      err: 'An account with this email address already exists.\n',
    });
    const reset = await account('reset', 'ANNA@example.org');
    expect(reset.code).toBe(0);
    expect(reset.out).toMatch(/\/password#token=[\w-]{43}\n$/);
    const unknown = await account('reset', 'bea@example.org');
    expect(unknown).toMatchObject({ code: 1, out: '' });
    expect(unknown.err).toBe('There is no account with the address bea@example.org.\n');
    expect(await account('add', 'no address')).toMatchObject({ code: 1, err: 'email: must be an email address\n' });
  });

  test('prints links with the public address', async () => {
    const environment = { ...database.environment, PUBLIC_URL: 'https://queens.example.org/' };
    const { out } = await runCommand(['account', 'add', 'cleo@example.org'], environment);
    expect(out).toMatch(/\nhttps:\/\/queens\.example\.org\/password#token=/);
  });

  test('lists accounts, and deletes an account with all its data', async () => {
    const added = JSON.parse((await account('add', 'eve@example.org', '--json')).out);
    expect(added).toMatchObject({ email: 'eve@example.org', link: expect.stringMatching(/#token=/) });
    const lines = (await account('list')).out;
    expect(lines).toMatch(/^eve@example\.org {2}eve {2}since \d{4}-\d\d-\d\d {2}0 queens {2}no password yet$/m);
    expect((await account('delete', 'EVE@example.org', '--yes')).out).toMatch(/^Deleted the account eve@example\.org/);
    expect((await account('list')).out).not.toMatch(/eve@/);
    expect((await account('delete', 'eve@example.org', '--yes')).code).toBe(1);
  });

  test('works while a service uses the same server, but reports the process that locks an embedded database', async () => {
    const service = await startService();
    try {
      const { DATA_DIR, DATABASE_URL, SESSION_SECRET } = service.services.config;
      const environment: Record<string, string> = DATABASE_URL
        ? { DATABASE_URL, SESSION_SECRET: SESSION_SECRET! }
        : { DATA_DIR };
      const { code, err } = await queenbook(['account', 'add', 'dora@example.org'], environment);
      if (DATABASE_URL) expect(code).toBe(0);
      else {
        expect(code).toBe(1);
        expect(err).toMatch(new RegExp(`in use by process ${process.pid}.*Stop the service first`));
      }
    } finally {
      await service.close();
    }
  });

  test('reports a bad variable or an unreachable server in one line', async () => {
    const bad = await runCommand(['account', 'add', 'a@example.org'], { DATABASE_URL: 'mysql://x' });
    expect(bad).toEqual({ code: 1, out: '', err: 'DATABASE_URL must be a postgres:// address\n' });
    const unreachable = { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/x', SESSION_SECRET: 'a secret for the tests' };
    const { code, err } = await runCommand(['account', 'add', 'a@example.org'], unreachable);
    expect(code).toBe(1);
    expect(err).toMatch(/^The database cannot be used \(ECONNREFUSED.*\)\n$/);
  });
});

describe('queenbook status', () => {
  test('shows the contents of the database and that it is up to date', async () => {
    const { code, out, err } = await runCommand(['status'], database.environment);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^Queenbook .*\n.* PostgreSQL \d.*\nUp to date \(Migration\w+\)\nRows: account \d+, .*\nJobs: /,
    );
    const {
      database: kind,
      migrations,
      row_level_security,
      rows,
      jobs,
    } = JSON.parse((await runCommand(['status', '--json'], database.environment)).out);
    expect(kind.kind).toBe(database.environment.DATABASE_URL ? 'server' : 'embedded');
    expect(row_level_security).toEqual({ active: true });
    expect([migrations.pending, rows.queen, jobs]).toEqual([[], 0, { waiting: 0, running: 0, failed: 0 }]);
  });

  test('fails if migrations are missing, and commands for accounts run them only if MIGRATE is on', async () => {
    const { environment, drop } = await createEmptyDatabase();
    try {
      const orm = await openOrm(readConfig(environment), ENTITIES);
      await orm.migrate(migrations.at(-3)!.name).finally(() => orm.close());
      const missing = migrations.slice(-2).map(({ name }) => name);
      const { code, out, err } = await runCommand(['status'], environment);
      expect([code, err]).toEqual([1, '']);
      expect(out).toMatch(/^Not up to date \(missing migrations: 2\); run "queenbook migrate"$/m);
      expect(out).not.toContain('Rows:');
      const listed = await runCommand(['account', 'list'], { ...environment, MIGRATE: 'off' });
      expect([listed.code, listed.err]).toEqual([1, expect.stringMatching(/^The database is not up to date: /)]);
      const status = await runCommand(['status', '--json'], environment);
      expect(JSON.parse(status.out)).toMatchObject({ migrations: { pending: missing }, rows: null });
      const added = await runCommand(['account', 'list'], { ...environment, MIGRATE: 'on' });
      expect(added).toEqual({ code: 0, out: 'No accounts.\n', err: '' });
      expect((await runCommand(['status'], environment)).code).toBe(0);
    } finally {
      await drop();
    }
  });

  test('does not create a missing database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'queenbook-command-'));
    const { code, err } = await runCommand(['status'], { DATA_DIR: folder });
    expect([code, err]).toEqual([1, expect.stringMatching(/^There is no database in DATA_DIR /)]);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

describe('queenbook migrate', () => {
  test('reports that no migrations are missing, and rejects unknown arguments', async () => {
    const { code, out } = await runCommand(['migrate'], database.environment);
    expect([code, out]).toEqual([0, 'The database is up to date; no migrations were missing.\n']);
    expect((await runCommand(['migrate', 'down'], database.environment)).code).toBe(2);
  });

  const server = process.env.TEST_DATABASE_URL;
  (server ? test : test.skip)(
    'migrates an empty database only once if five processes run the command at the same time',
    async () => {
      const name = `queenbook_test_migrate_${process.pid}`;
      await onServer(server!, `create database ${name}`);
      try {
        const url = new URL(server!);
        url.pathname = `/${name}`;
        const environment = { DATABASE_URL: url.href, SESSION_SECRET: 'a secret for the tests' };
        const early = await queenbook(['account', 'add', 'a@example.org'], environment);
        expect([early.code, early.err]).toEqual([1, expect.stringMatching(/run "npm run migrate" first/)]);
        const outcomes = await Promise.all(Array.from({ length: 5 }, () => queenbook(['migrate'], environment)));
        expect(outcomes.map(({ code, err }) => [code, err])).toEqual(Array(5).fill([0, '']));
        expect(outcomes.filter(({ out }) => /^Migrated: \w+/.test(out))).toHaveLength(1);
      } finally {
        await onServer(server!, `drop database ${name} with (force)`);
      }
    },
  );
});
