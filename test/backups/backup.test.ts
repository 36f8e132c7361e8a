import { afterEach, describe, expect, test } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connection } from '../../src/backups/pg-programs.js';
import { writeBackup } from '../../src/backups/write-backup.js';
import { Client } from '../support/client.js';
import { runCommand, queenbook } from '../support/command.js';
import { coverageVariable } from '../support/coverage.js';
import { factories } from '../support/factories.js';
import { SHORT_LIVED, startProcess } from '../support/process.js';
import { accountsOf, contentsOf, empty, filled, rulesOf, withOrm, type Place } from './filled-database.js';

const server = process.env.TEST_DATABASE_URL;
const places: Place[] = [];
const cleanUpLater = (place: Place): Place => {
  places.push(place);
  return place;
};
afterEach(async () => {
  for (const place of places.splice(0)) await place.drop();
});

const SUCCESS = { code: 0, err: '' };

describe.each(server ? [[[]], [['--portable']]] : [[[]]])('a backup with the options %j', (options: string[]) => {
  test('can be restored into an empty database without differences', async () => {
    const [from, to] = [cleanUpLater(await filled()), cleanUpLater(await empty())];
    const file = join(from.folder, 'one.zip');
    const created = await runCommand(['backup', file, ...options], from.environment);
    expect(created).toMatchObject({
      ...SUCCESS,
      out: expect.stringMatching(/^Backup written to .*: \d+ rows of 2 accounts\.\n$/),
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const checked = await runCommand(['restore', file, '--check'], to.environment);
    expect(checked).toMatchObject({ ...SUCCESS, out: expect.stringMatching(/^.* is valid: /) });
    const restored = await runCommand(['restore', file, '--json'], to.environment);
    expect(restored).toMatchObject(SUCCESS);
    expect(JSON.parse(restored.out)).toMatchObject({ restored: true, accounts: 2, tables: { queen: 18 } });
    expect(await contentsOf(to)).toEqual(await contentsOf(from));
    // A restore drops foreign keys and disables triggers while it loads the rows.
    expect(await rulesOf(to)).toEqual(await rulesOf(from));
  });
});

// If there is no server, both databases are embedded.
test('a portable backup can be restored into both kinds of database', async () => {
  const [from, other] = [cleanUpLater(await filled()), cleanUpLater(await empty(server && ''))];
  // More rows than an embedded database reads or writes at once.
  await withOrm(from.environment, async ({ database: { kysely } }) => {
    const make = factories(kysely);
    const account = await make.account();
    const queen = await make.queen(account);
    // The database cannot compress random text.
    const noise = () => `ü\n${randomBytes(1100).toString('base64')}`;
    const rows = Array.from({ length: 2000 }, (): [string, string] => [queen, noise()]);
    await make.import(account, {}, rows);
  });
  const [there, back] = [join(from.folder, 'there.zip'), join(from.folder, 'back.zip')];
  expect(await runCommand(['backup', there, '--portable'], from.environment)).toMatchObject(SUCCESS);
  expect(await runCommand(['restore', there], other.environment)).toMatchObject(SUCCESS);
  expect(await contentsOf(other)).toEqual(await contentsOf(from));
  expect(await runCommand(['backup', back, '--portable'], other.environment)).toMatchObject(SUCCESS);
  expect(await runCommand(['restore', back, '--replace'], from.environment)).toMatchObject(SUCCESS);
  expect(await contentsOf(from)).toEqual(await contentsOf(other));
});

test('a backup of a running service can be restored, with its sessions and keys', async () => {
  const place = cleanUpLater(await empty());
  const { environment } = place;
  const file = join(place.folder, 'running.zip');
  expect((await runCommand(['migrate'], environment)).code).toBe(0);
  const first = startProcess({ ...environment, REGISTRATION: 'open' });
  const anna = new Client(await first.url);
  // The start of the service must not replace this account by a new demo account after the restore.
  const account = { email: 'demo@queenbook.example', password: 'a good long password', name: 'Anna' };
  expect((await anna.post('/api/accounts', account)).status).toBe(201);
  const key = (await anna.post('/api/api-keys', { name: 'mine', permissions: { queens: 'read' } })).body.data.key;
  const add = (name: string) => anna.post('/api/queens/f0', { queen_name: name, birth_date: '2024-05-30' });
  expect((await add('Mona')).status).toBe(201);
  expect(await queenbook(['backup', file], environment)).toMatchObject(SUCCESS);
  expect((await add('Later')).status).toBe(201);
  const refused = await queenbook(['restore', file, '--replace'], environment);
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/Stop (it|the service) first/)]);
  await first.end('SIGTERM');

  expect(await queenbook(['restore', file], environment)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/--replace/),
  });
  expect(await queenbook(['restore', file, '--replace'], environment)).toMatchObject(SUCCESS);
  const second = startProcess({ ...environment, DEMO: 'on' });
  try {
    const url = await second.url;
    const program = new Client(url);
    program.headers.Authorization = `Bearer ${key}`;
    const names = (await program.get('/api/v1/queens')).body.data.map(
      (queen: { queen_name: string }) => queen.queen_name,
    );
    expect(names).toEqual(['Mona']);
    // A session that was open at the time of the backup is valid again.
    const session = new Client(url);
    for (const [name, value] of anna.cookies) session.cookies.set(name, value);
    expect((await session.get('/api/account')).body.data.email).toBe(account.email);
  } finally {
    await second.end('SIGTERM');
  }
  expect(await accountsOf(place)).toBe(1);
});

test('the backup command can write to standard output, and never overwrites a file', async () => {
  const { environment, folder } = cleanUpLater(await filled());
  const file = join(folder, 'there');
  await writeFile(file, 'something');
  const refused = await runCommand(['backup', file], environment);
  expect([refused.code, refused.err]).toEqual([1, `${file} already exists.\n`]);
  expect(await readFile(file, 'utf8')).toBe('something');
  // Regression: a file whose name the command had derived from FILE was overwritten, and the backup got its permissions.
  const [next, part] = [join(folder, 'next.zip'), join(folder, 'next.zip.part')];
  await writeFile(part, 'something', { mode: 0o644 });
  expect(await runCommand(['backup', next], environment)).toMatchObject(SUCCESS);
  expect((await stat(next)).mode & 0o777).toBe(0o600);
  expect(await readFile(part, 'utf8')).toBe('something');
  // Regression: a link to a missing file was replaced. The command first writes the whole backup. Only then does it
  // notice the link, or a file that another process has created in the meantime.
  const link = join(folder, 'link.zip');
  await symlink('missing', link);
  const late = await runCommand(['backup', link], environment);
  expect([late.code, late.err]).toEqual([1, `${link} already exists.\n`]);
  expect((await readdir(folder)).sort()).toEqual(['link.zip', 'next.zip', 'next.zip.part', 'there']);
  const env = {
    PATH: process.env.PATH,
    ...environment,
    CLI: join(process.cwd(), 'dist/src/cli.js'),
    TO: `${file}.zip`,
  };
  const output = await promisify(execFile)('sh', ['-c', `'${process.execPath}' "$CLI" backup - > "$TO"`], { env });
  expect(output).toMatchObject({ stdout: '', stderr: expect.stringMatching(/^Backup written to -: /) });
  expect((await runCommand(['restore', `${file}.zip`, '--check'], environment)).code).toBe(0);
});

// Regression: a complete copy of the database remained in the temporary folder, and the message was "The database
// cannot be used".
test('if the receiver of standard output fails, the backup command deletes its temporary file and says why', async () => {
  const { environment, folder } = cleanUpLater(await filled());
  const TMPDIR = join(folder, 'temporary');
  await mkdir(TMPDIR);
  for (const receiver of ['| true', '> /dev/full']) {
    const shell = ['sh', '-c', `"$@" ${receiver}`, 'sh'];
    const { err } = await queenbook(['backup', '-'], { ...environment, TMPDIR }, shell);
    expect(err).toMatch(/^The backup cannot be written to standard output \((write EPIPE|ENOSPC: .*)\)\.\n$/);
    expect(await readdir(TMPDIR)).toEqual([]);
  }
});

// Regression: the unfinished file remained, with the password hashes of all accounts.
test('if a signal ends the backup command, no unfinished file remains', async () => {
  const { environment, folder } = cleanUpLater(await filled());
  const cli = join(process.cwd(), 'dist/src/cli.js');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const watcher = watch(folder);
    const created = once(watcher, 'change') as Promise<[string, string]>;
    const child = spawn(process.execPath, [...SHORT_LIVED, cli, 'backup', join(folder, 'stopped.zip'), '--portable'], {
      env: { PATH: process.env.PATH, ...coverageVariable(), ...environment },
    });
    const closed = once(child, 'close');
    const [, name] = await created;
    watcher.close();
    child.kill(signal);
    expect(name).toMatch(/^stopped\.zip\..*\.part$/);
    expect(await closed).toEqual([null, signal]);
    expect(await readdir(folder)).toEqual([]);
  }
});

// Regression: the message was "The database cannot be used".
test('if the target disk of a backup is full, the error names the file', async () => {
  const { environment, folder } = cleanUpLater(await filled());
  const service = startProcess(environment);
  try {
    await service.url;
    const file = join(folder, 'large.zip');
    // A limit of the file size has the same effect as a full disk. It does not apply to the database of the service.
    const shell = ['sh', '-c', 'ulimit -f 1 && exec "$@"', 'sh'];
    const { code, err } = await queenbook(['backup', file, '--portable'], environment, shell);
    expect([code, err]).toEqual([1, expect.stringMatching(/large\.zip\S* cannot be used \(EFBIG: .*\)\n$/)]);
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await service.end('SIGTERM');
  }
});

// Regression: if the password in DATABASE_URL contained a single percent sign, the backup command ended with a stack
// trace, although the service accepts such an address.
test('programs of PostgreSQL get the same password as the driver, and not as an argument', () => {
  for (const [password, decoded] of [
    ['a%2Fb', 'a/b'],
    ['100%', '100%'],
  ]) {
    const { address, env } = connection(`postgres://anna:${password}@127.0.0.1/queens`);
    expect([address, env.PGPASSWORD]).toEqual(['postgres://anna@127.0.0.1/queens', decoded]);
  }
});

test('if a backup fails, the service can still write to its database', async () => {
  const { environment, folder } = cleanUpLater(await filled());
  await withOrm(environment, async ({ database }) => {
    await expect(writeBackup(database, join(folder, 'missing', 'one.zip'))).rejects.toThrow('ENOENT');
    const { rowCount } = await database.pool.query('update account set name = $1', ['Clara']);
    expect(rowCount).toBe(2);
    const { rows } = await database.pool.query('select name from account');
    expect(rows).toEqual([{ name: 'Clara' }, { name: 'Clara' }]);
  });
});

test('the backup command rejects an empty database', async () => {
  const { environment, folder } = cleanUpLater(await empty());
  const { code, err } = await runCommand(['backup', join(folder, 'none.zip')], environment);
  expect([code, err]).toEqual([1, expect.stringMatching(/^(The database is empty|There is no database)/)]);
});

(server ? test : test.skip)(
  'a backup omits the schemas of other applications, and a restore does not change them',
  async () => {
    const { environment, folder } = cleanUpLater(await filled());
    const file = join(folder, 'dump.zip');
    const query = (text: string) =>
      withOrm(environment, async ({ database: { pool } }) => (await pool.query(text)).rows);
    await query(`create schema "Other app"; create table "Other app".invoice (id integer)`);
    await query(`insert into "Other app".invoice values (7)`);
    expect(await runCommand(['backup', file], environment)).toMatchObject(SUCCESS);
    await query(`update "Other app".invoice set id = 8`);
    expect(await runCommand(['restore', file, '--replace'], environment)).toMatchObject(SUCCESS);
    expect(await query(`select id from "Other app".invoice`)).toEqual([{ id: 8 }]);
  },
);

// On an embedded database, the next start of the service deletes such uploads.
(server ? test : test.skip)(
  'a restore omits uploads that were still being received, because their clients will not continue',
  async () => {
    const { environment, folder } = cleanUpLater(await filled());
    const statuses = () =>
      withOrm(environment, async ({ database: { pool } }) => {
        const { rows } = await pool.query<{ status: string }>('select status from import order by status');
        return rows.map(({ status }) => status);
      });
    await withOrm(environment, async ({ database: { kysely } }) => {
      const make = factories(kysely);
      await make.import(await make.account(), { status: 'receiving' });
    });
    expect(await statuses()).toEqual(['completed', 'completed', 'receiving']);
    const files = [join(folder, 'dump.zip'), join(folder, 'portable.zip')] as const;
    expect(await runCommand(['backup', files[0]], environment)).toMatchObject(SUCCESS);
    expect(await runCommand(['backup', files[1], '--portable'], environment)).toMatchObject(SUCCESS);
    for (const file of files) {
      expect(await runCommand(['restore', file, '--replace'], environment)).toMatchObject(SUCCESS);
      expect(await statuses()).toEqual(['completed', 'completed']);
    }
  },
);

(server ? test : test.skip)('if pg_dump or pg_restore is missing, the error names the missing program', async () => {
  const { environment, folder } = cleanUpLater(await filled());
  const file = join(folder, 'dump.zip');
  const nowhere = { ...environment, PATH: folder };
  const { code, err } = await queenbook(['backup', file], nowhere);
  expect([code, err]).toEqual([1, expect.stringMatching(/^pg_dump was not found\. Install .* --portable"\.\n$/)]);
  expect((await queenbook(['backup', file], environment)).code).toBe(0);
  const restored = await queenbook(['restore', file, '--replace'], nowhere);
  expect([restored.code, restored.err]).toEqual([1, expect.stringMatching(/^pg_restore was not found\./)]);
  expect((await queenbook(['backup', `${file}.txt`, '--portable'], nowhere)).code).toBe(0);
});
