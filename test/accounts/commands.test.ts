import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { onServer } from '../support/global-setup.js';
import { startService } from '../support/service.js';

const command = (name: string) => fileURLToPath(new URL(`../../dist/src/${name}-cli.js`, import.meta.url));

interface Outcome {
  code: number;
  out: string;
  err: string;
}

function run(name: string, args: string[], environment: Record<string, string>): Promise<Outcome> {
  const env = { PATH: process.env.PATH, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [command(name), ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
const account = (...args: string[]) => run('account', args, database.environment);

describe('npm run account', () => {
  test('adds an account, resets it, and tells which is there and which is not', async () => {
    const added = await account('add', 'Anna@example.org', '--name', 'Anna');
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(added.out).toMatch(/anna@example\.org.*\nhttp:\/\/127\.0\.0\.1:4000\/password#token=[\w-]{43}\n$/);
    expect(await account('add', 'anna@EXAMPLE.org')).toEqual({
      code: 1,
      out: '',
      err: 'This e-mail address has an account already.\n',
    });
    const reset = await account('reset', 'ANNA@example.org');
    expect(reset.code).toBe(0);
    expect(reset.out).toMatch(/\/password#token=[\w-]{43}\n$/);
    const unknown = await account('reset', 'bea@example.org');
    expect(unknown).toMatchObject({ code: 1, out: '' });
    expect(unknown.err).toBe('There is no account with the address bea@example.org.\n');
    expect(await account('add', 'no address')).toMatchObject({ code: 1, err: 'email: must be an e-mail address\n' });
  });

  test('makes the link with the address that people use', async () => {
    const environment = { ...database.environment, PUBLIC_URL: 'https://queens.example.org/' };
    const { out } = await run('account', ['add', 'cleo@example.org'], environment);
    expect(out).toMatch(/\nhttps:\/\/queens\.example\.org\/password#token=/);
  });

  test.each([
    [[]],
    [['ad', 'a@example.org']],
    [['add']],
    [['add', 'a@b.c', 'd@e.f']],
    [['reset', 'a@b.c', '--name', 'A']],
    [['add', '--nmae', 'A']],
  ])('called with %j shows how to call it, with exit code 2', async (args) => {
    const { code, out, err } = await account(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/\n\nUsage: npm run account -- add EMAIL/);
  });

  test('explains itself with --help', async () => {
    expect(await account('--help')).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Usage: /) });
  });

  test('runs beside the service on a server, and says who holds an embedded database', async () => {
    const service = await startService();
    try {
      const { DATA_DIR, DATABASE_URL, SESSION_SECRET } = service.services.config;
      const environment: Record<string, string> = DATABASE_URL
        ? { DATABASE_URL, SESSION_SECRET: SESSION_SECRET! }
        : { DATA_DIR };
      const { code, err } = await run('account', ['add', 'dora@example.org'], environment);
      if (DATABASE_URL) expect(code).toBe(0);
      else {
        expect(code).toBe(1);
        expect(err).toMatch(new RegExp(`in use by process ${process.pid}.*Stop the service first`));
      }
    } finally {
      await service.close();
    }
  });

  test('says in one line what is wrong with a variable or a server', async () => {
    const bad = await run('account', ['add', 'a@example.org'], { DATABASE_URL: 'mysql://x' });
    expect(bad).toEqual({ code: 1, out: '', err: 'DATABASE_URL must be a postgres:// address\n' });
    const away = { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/x', SESSION_SECRET: 'a secret for the tests' };
    const { code, err } = await run('account', ['add', 'a@example.org'], away);
    expect(code).toBe(1);
    expect(err).toMatch(/^The database of DATABASE_URL cannot be used \(ECONNREFUSED.*\)\n$/);
  });
});

describe('npm run migrate', () => {
  test('says when there is nothing to do, and refuses what it does not know', async () => {
    const { code, out } = await run('migrate', [], database.environment);
    expect([code, out]).toEqual([0, 'The database is up to date; there was nothing to do.\n']);
    expect((await run('migrate', ['down'], database.environment)).code).toBe(2);
  });

  const server = process.env.TEST_DATABASE_URL;
  (server ? test : test.skip)('by five processes at once migrates an empty server once', async () => {
    const name = `queenbook_test_migrate_${process.pid}`;
    await onServer(server!, `create database ${name}`);
    try {
      const url = new URL(server!);
      url.pathname = `/${name}`;
      const environment = { DATABASE_URL: url.href, SESSION_SECRET: 'a secret for the tests' };
      const early = await run('account', ['add', 'a@example.org'], environment);
      expect([early.code, early.err]).toEqual([1, expect.stringMatching(/run "npm run migrate" first/)]);
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => run('migrate', [], environment)));
      expect(outcomes.map(({ code, err }) => [code, err])).toEqual(Array(5).fill([0, '']));
      expect(outcomes.filter(({ out }) => /^Migrated: \w+/.test(out))).toHaveLength(1);
    } finally {
      await onServer(server!, `drop database ${name} with (force)`);
    }
  });
});
