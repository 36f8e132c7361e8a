import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { sql, type Kysely } from 'kysely';
import { createPasswordLink } from '../../../src/features/accounts/password-links.js';
import { readConfig } from '../../../src/core/config.js';
import { openDatabase } from '../../../src/db/database.js';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { beginningOf, csv, DATENIMPORT, STOCKKARTEN, ZUCHTWERTE } from '../imports/files.js';
import { importFile } from '../imports/uploads.js';
import { createTestDatabase } from '../../support/database.js';
import { startProcess } from '../../support/process.js';
import { Client, startService, type TestService } from '../../support/service.js';
import { looseTables, blockingForeignKeys, traces, tracesOf } from '../../support/traces.js';

type Anna = Awaited<ReturnType<TestService['register']>>;

let service: TestService;
let anna: Anna;
let loggedErrors: jest.SpiedFunction<TestService['services']['log']['error']>;
const db = () => service.services.orm.database.kysely;
beforeAll(async () => {
  service = await startService();
  loggedErrors = jest.spyOn(service.services.log, 'error');
});
afterAll(() => service.close());
beforeEach(async () => {
  anna = await service.register();
  loggedErrors.mockClear();
});

const deleteAccount = (client: Client, account = anna.account, path = '/api/account') =>
  client.delete(path, { password: account.password });
const remainingRows = () => traces(db(), tracesOf(anna.account));
const manyQueens = (count: number) =>
  csv(Array.from({ length: count }, (_, n) => ({ queen_name: `Queen ${n}`, mother: n > 50 ? `Queen ${n % 50}` : '' })));
/** Checks the condition every 5 ms until it is true. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('the DELETE method of an account', () => {
  test.each(['/api/account', '/api/v1/account'])(
    'returns 204 at %s, deletes the account and ends its sessions',
    async (path) => {
      const copy = service.visitor();
      for (const [name, value] of anna.cookies) copy.cookies.set(name, value);
      const { status, body, headers } = await deleteAccount(anna, anna.account, path);
      expect([status, body, headers.get('Cache-Control')]).toEqual([204, '', 'no-store']);
      expect(anna.cookies.size).toBe(0);
      expect((await copy.get('/api/session')).status).toBe(401);
      expect((await copy.get('/api/queens/f0')).status).toBe(401);
      const { email, password } = anna.account;
      expect((await service.visitor().post('/api/session', { email, password })).body.code).toBe('invalid_credentials');
      // A new account can use the same e-mail address.
      expect((await service.visitor().post('/api/accounts', { email, password, name: 'Anna' })).status).toBe(201);
    },
  );

  test('returns 400 with the path "password" and changes nothing if the password is wrong or missing', async () => {
    const wrong = await anna.delete('/api/account', { password: 'not the password' });
    expect([wrong.status, wrong.body.errors]).toMatchObject([400, [{ path: 'password', message: 'is wrong' }]]);
    for (const body of [undefined, {}, { password: 5 }, { password: null }]) {
      const { status, body: problem } = await anna.delete('/api/account', body);
      expect([status, problem.errors.map(({ path }: { path: string }) => path)]).toEqual([400, ['password']]);
    }
    const { status, body } = await anna.delete('/api/account', { password: anna.account.password, sure: true });
    expect([status, body.errors[0].path]).toEqual([400, 'sure']);
    expect((await anna.get('/api/session')).status).toBe(200);
  });

  test('returns 429 after repeated wrong passwords', async () => {
    let response;
    for (let tries = 0; tries < 9; tries += 1)
      response = await anna.delete('/api/account', { password: `no ${tries}` });
    expect([response!.status, response!.body.code]).toEqual([429, 'rate_limited']);
    expect((await deleteAccount(anna)).status).toBe(429);
  });

  test('requires a session', async () => {
    const { key } = await makeKey(anna, {
      permissions: { queens: 'write', evaluations: 'write', blup: 'write', hive: 'write', account: 'write' },
    });
    const byKey = await deleteAccount(clientWithKey(service, key));
    expect([byKey.status, byKey.body.code]).toEqual([401, 'session_required']);
    const byNobody = await deleteAccount(service.visitor());
    expect([byNobody.status, byNobody.body.code]).toEqual([401, 'unauthenticated']);
    const fromElsewhere = await anna.delete(
      '/api/account',
      { password: anna.account.password },
      { headers: { Origin: 'https://evil.example' } },
    );
    expect(fromElsewhere.body.code).toBe('cross_origin');
    expect((await anna.get('/api/session')).status).toBe(200);
  });

  test('is one of the allowed methods in a 405 response', async () => {
    expect((await anna.get('/api/account')).status).toBe(200);
    const { status, headers } = await anna.request('PATCH', '/api/account');
    expect(status).toBe(405);
    expect(headers.get('Allow')!.split(', ')).toEqual(expect.arrayContaining(['DELETE', 'GET', 'HEAD', 'OPTIONS']));
  });
});

test('deleting an account deletes its rows in every table', async () => {
  // A trigger deletes the rows of `change`, and `account-deletion.ts` deletes the rows of the staging tables. Every
  // other table needs a cascading foreign key.
  expect(await looseTables(db())).toEqual(['change', 'import_draft', 'restore_row']);
  // Regression: the deletion failed if apiaries were deleted before queens, because evaluations still referred to the
  // apiaries.
  expect(await blockingForeignKeys(db())).toEqual([]);
});

test('deleting an account leaves none of its rows and does not change other accounts', async () => {
  const bea = await service.register();
  const keys = [];
  for (const client of [anna, bea]) {
    for (const file of [DATENIMPORT, STOCKKARTEN, ZUCHTWERTE]) {
      expect((await importFile(client, file, beginningOf(file))).status).toBe('completed');
    }
    expect((await importFile(client, 'dry.csv', 'queen_name\nDora', { dry_run: 'true' })).status).toBe('completed');
    expect((await importFile(client, 'bad.csv', 'queen_name,birth_date\nDora,32.1.2020')).status).toBe('failed');
    await client.post(`/api/v1/imports/${(await importFile(client, 'x.csv', 'queen_name\nUrsula')).id}/undo`);
    await client.post('/api/session', { email: client.account.email, password: 'a wrong password' });
    await createPasswordLink(service.services, client.account.id);
    const placed = 'queen_name,apiary,hive,life_status\nVera,Hill,7,production';
    expect(await importFile(client, 'hives.csv', placed)).toMatchObject({ created: { hives: 1 } });
    await sql`
      insert into queen_identifier (account_id, queen_id, value, system)
      select account_id, id, '7', 'ring' from queen where account_id = ${client.account.id} and name = 'Vera'`.execute(
      db(),
    );
    const { key, id } = await makeKey(client);
    expect((await clientWithKey(service, key).get('/api/v1/queens')).status).toBe(200);
    await client.post('/api/apiaries', { name: 'Heath' }, { headers: { 'Idempotency-Key': 'once' } });
    await client.post(`/api/api-keys/${id}/rotate`, { overlap_hours: 24 });
    keys.push(key);
  }
  await service.services.keyUses.flush();
  const rowsBefore = await remainingRows();
  for (const table of 'account session password_link sign_in_attempt api_key api_key_use request_window idempotency_key change'.split(
    ' ',
  )) {
    expect(rowsBefore).toHaveProperty([`public.${table}`]);
  }
  for (const table of 'queen queen_identifier evaluation apiary hive import import_row import_error'.split(' ')) {
    expect(rowsBefore).toHaveProperty([`public.${table}`]);
  }
  expect(Object.keys(rowsBefore).filter((name) => name.startsWith('jobs.'))).not.toEqual([]);
  const others = await traces(db(), tracesOf(bea.account));

  expect((await deleteAccount(anna)).status).toBe(204);
  expect(await remainingRows()).toEqual({});
  expect(await traces(db(), tracesOf(bea.account))).toEqual(others);
  expect((await clientWithKey(service, keys[0]!).get('/api/v1/queens')).body.code).toBe('invalid_key');
  expect((await clientWithKey(service, keys[1]!).get('/api/v1/queens')).status).toBe(200);
});

test('concurrent deletions of one account return 204 or 401 and leave no rows', async () => {
  const responses = await Promise.all([deleteAccount(anna), deleteAccount(anna), deleteAccount(anna)]);
  const statuses = responses.map(({ status }) => status);
  expect(statuses).toContain(204);
  for (const status of statuses) expect([204, 401]).toContain(status);
  expect(await remainingRows()).toEqual({});
});

test('an import ends without an error and leaves no rows if its account is deleted', async () => {
  const { pool, pglite } = service.services.orm.database;
  // On a database server, a lock pauses the import. The embedded database runs one transaction at a time.
  const holder = pglite ? undefined : await pool.acquire('service');
  await holder?.query('begin; lock table queen in share mode');
  const { key } = await makeKey(anna);
  expect((await anna.upload('/api/imports', 'queens.csv', manyQueens(1000))).status).toBe(202);
  const leaving = deleteAccount(anna);
  if (holder) {
    const byKey = clientWithKey(service, key);
    await until(async () => (await byKey.get('/api/v1/key')).status === 401);
    // Keys and sessions are already invalid, although the rows cannot be deleted yet.
    expect((await anna.get('/api/session')).status).toBe(401);
    expect((await remainingRows())['public.import']).toBe(1);
    await holder.query('rollback');
    holder.release();
  }
  expect((await leaving).status).toBe(204);
  expect(await remainingRows()).toEqual({});
  const { rows } = await sql<{ name: string }>`select 1 from queen where name like 'Queen %'`.execute(db());
  expect(rows).toEqual([]);
  expect(loggedErrors.mock.calls).toEqual([]);
});

test('an export ends without an error and leaves no rows if its account is deleted', async () => {
  await importFile(anna, 'queens.csv', manyQueens(3000));
  const cookie = [...anna.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${service.url}/api/account/export`, { headers: { cookie } });
  const reader = response.body!.getReader();
  await reader.read();
  expect((await deleteAccount(anna)).status).toBe(204);
  expect(await remainingRows()).toEqual({});
  while (!(await reader.read()).done);
  expect(loggedErrors.mock.calls).toEqual([]);
});

/** Waits until `count` statements have run, or until the import has finished. */
const waitForStatements = (count: number) =>
  until(async () => service.statements.length >= count || service.statements.some((text) => COMPLETED.test(text)));
const COMPLETED = /update import\s+set status = 'completed'/;

test.each([0, 10, 30, 60, 90, 120])(
  'deleting the account after %d statements of an import leaves no rows',
  async (count) => {
    service.statements.length = 0;
    const upload = anna.upload('/api/imports', 'queens.csv', manyQueens(300));
    await waitForStatements(count);
    expect((await deleteAccount(anna)).status).toBe(204);
    expect([202, 401, 404]).toContain((await upload).status);
    expect(await remainingRows()).toEqual({});
    expect(loggedErrors.mock.calls).toEqual([]);
  },
);

let exported: Uint8Array | undefined;
/** Exports an account with the queens of a sample file, and then deletes the account. */
async function exportOfBea(): Promise<Uint8Array> {
  const bea = await service.register();
  await importFile(bea, DATENIMPORT, beginningOf(DATENIMPORT));
  const cookie = [...bea.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${service.url}/api/account/export`, { headers: { cookie } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  await deleteAccount(bea, bea.account);
  return bytes;
}

test.each([0, 10, 30, 60])('deleting the account after %d statements of a restore leaves no rows', async (count) => {
  exported ??= await exportOfBea();
  service.statements.length = 0;
  const upload = anna.upload('/api/imports', 'export.zip', exported);
  await waitForStatements(count);
  expect((await deleteAccount(anna)).status).toBe(204);
  expect([202, 401, 404]).toContain((await upload).status);
  expect(await remainingRows()).toEqual({});
  expect(loggedErrors.mock.calls).toEqual([]);
});

// Regression: about 1 % of the runs returned 500 for a profile update or an undo.
test('requests during the deletion of their account cause no internal error and leave no rows', async () => {
  const { key } = await makeKey(anna);
  const program = clientWithKey(service, key);
  const { id } = await importFile(anna, 'x.csv', 'queen_name\nUrsula');
  const reads = new Set<unknown>();
  const read = <Result>(response: Promise<Result>) => {
    reads.add(response);
    return response;
  };
  const send = Array.from({ length: 8 }, (_, n) => [
    anna.post('/api/api-keys', { name: `Key ${n}`, permissions: {} }),
    anna.post(`/api/v1/imports/${id}/undo`),
    anna.put('/api/account/password', { current_password: anna.account.password, new_password: 'another long one' }),
    read(anna.graphql('{ me { email } queens { totalCount } }')),
    anna.post('/api/queens/f0', { queen_name: `New ${n}` }, { headers: { 'Idempotency-Key': `${n}` } }),
    anna.post('/api/apiaries/bulk', [{ name: `Apiary ${n}` }, { name: `Yard ${n}` }]),
    anna.put('/api/account', { name: `Anna ${n}` }),
    read(anna.get('/api/account/export')),
    read(anna.get('/api/queens/f0.csv')),
    read(program.get('/api/v1/queens')),
    anna.upload('/api/imports', 'y.csv', `queen_name\nQueen ${n}`),
    ...(n === 3 ? [deleteAccount(anna)] : []),
  ]);
  const requests = send.flat();
  const responses = await Promise.all(requests);
  for (const [index, { status, body }] of responses.entries()) {
    // A write waits at most 20 s for other writes of its account. On a slow machine, this time is too short.
    if (status === 503 && !reads.has(requests[index]!)) expect(body.code).toBe('unavailable');
    else expect(status).toBeLessThan(500);
    expect(JSON.stringify(body)).not.toContain('INTERNAL_SERVER_ERROR');
  }
  await service.services.keyUses.flush();
  // Regression: if the first password change succeeded early, the other requests sent a password that was no longer
  // valid. The deletion was then refused because of too many failed attempts.
  await sql`delete from sign_in_attempt`.execute(db());
  await deleteAccount(anna, { ...anna.account, password: 'another long one' });
  const again = service.visitor();
  for (const password of [anna.account.password, 'another long one']) {
    const { status } = await again.post('/api/session', { email: anna.account.email, password });
    if (status === 200) await deleteAccount(again, { ...anna.account, password });
  }
  const rows = await remainingRows();
  // A failed sign-in to the deleted account leaves a row in this table.
  delete rows['public.sign_in_attempt'];
  expect(rows).toEqual({});
});

test('if a crash interrupts the deletion of an account, the next process completes the deletion', async () => {
  const database = await createTestDatabase();
  try {
    const first = startProcess(database.environment);
    const client = new Client(await first.url);
    const account = { email: 'otto@example.org', password: 'a good long password', name: 'Otto' };
    const { body } = await client.post('/api/accounts', account);
    await importFile(client, 'x.csv', 'queen_name\nUrsula');
    await first.end('SIGKILL');
    const words = tracesOf({ id: body.data.id, email: account.email });
    await onDatabase(database.environment, (db) => sql`update account set closed_at = now()`.execute(db));

    const second = startProcess(database.environment);
    const { status } = await new Client(await second.url).get('/readyz');
    expect(status).toBe(200);
    expect(await second.end('SIGTERM')).toBe(0);
    expect(await onDatabase(database.environment, (db) => traces(db, words))).toEqual({});
  } finally {
    await database.drop();
  }
});

/** Reads a database that no running process uses. */
async function onDatabase<Found>(environment: Record<string, string>, read: (db: Kysely<unknown>) => Promise<Found>) {
  const { kysely, release } = await openDatabase(readConfig(environment));
  try {
    return await read(kysely);
  } finally {
    await kysely.destroy();
    await release();
  }
}
