import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql, type Kysely } from 'kysely';
import { runImport } from '../../../src/features/imports/import-job.js';
import { startService, type AccountClient, type TestService } from '../../support/service.js';
import { importFile, waitForEnd } from './uploads.js';

// Has its own database, because a test renames a table.
let service: TestService;
let db: Kysely<unknown>;
let client: AccountClient;
beforeAll(async () => {
  service = await startService();
  db = service.services.orm.database.kysely;
});
afterAll(() => service?.close());
beforeEach(async () => {
  client = await service.register();
});

const stagedRows = async (importId: string) =>
  (await sql`select from import_draft where import_id = ${importId}`.execute(db)).rows.length;

// Regression: the count did not include the errors from reading the file.
test('an internal error of an import is reported together with the errors of its rows, and all are counted', async () => {
  const file = ['Zuchtbuchnummer;Schlupf;ZW Honig', 'DE-1-1-1-2020;2020;100', 'DE-1-1-2-2020;wrong;100'].join('\n');
  await sql`alter table ebv_run rename to ebv_run_away`.execute(db);
  const failed = await importFile(client, 'values.csv', file).finally(() =>
    sql`alter table ebv_run_away rename to ebv_run`.execute(db),
  );
  expect(failed).toMatchObject({
    ...{ status: 'failed', error_count: 2, done: 2 },
    started_at: expect.any(String),
    finished_at: expect.any(String),
  });
  expect(failed.errors).toMatchObject([
    { row: 3, column: 'Schlupf', code: 'must_be' },
    { row: null, column: null, code: 'internal', params: {} },
  ]);
  expect(await stagedRows(failed.id)).toBe(0);
});

// For example, after a new version has other limits for files. Regression: the import had the number of warnings of the
// previous check, but no warnings.
test('a checked file that is no longer readable results in a single error', async () => {
  const file = ['Name;Linie;Schlupf', 'Anna;Nord;', 'Anna;Ost;', 'Berta;;wrong', 'Cora;;wrong'].join('\n');
  const { id, ...checked } = await importFile(client, 'queens.csv', file, { dry_run: 'true' });
  expect(checked).toMatchObject({ error_count: 2, warning_count: 1, warnings: [{ row: 3, code: 'overrides_row' }] });
  await sql`
    update import set status = 'queued', is_staged = false, options = '{"sheet":"Old"}' where id = ${id}`.execute(db);
  await runImport(service.services, { accountId: client.account.id, id });
  const message = 'There is no sheet "Old": the file is text and has no sheets.';
  const params = { kind: 'unknown_sheet', given: 'Old', reason: message };
  expect(await waitForEnd(client, id)).toMatchObject({
    status: 'failed',
    error_count: 1,
    errors: [{ row: null, column: null, message, code: 'unreadable_file', params }],
    warning_count: 0,
    warnings: [],
  });
  expect((await client.get(`/api/v1/imports/${id}/rows`)).body.data).toEqual([]);
});

test('rows that an interrupted reading of a checked file has staged are not imported', async () => {
  const accountId = client.account.id;
  const { id } = await importFile(client, 'queens.csv', 'Name\nAnna', { dry_run: 'true' });
  await sql`update import set status = 'queued', is_staged = false, dry_run = false where id = ${id}`.execute(db);
  await sql`
    insert into import_draft (account_id, import_id, "row", id, evaluation_id, cells, digest, name, name_key)
    values (${accountId}, ${id}, 3, ${id}, ${id}, '{Berta}', gen_random_uuid(), 'Berta', 'berta')`.execute(db);
  await runImport(service.services, { accountId, id });
  expect(await waitForEnd(client, id)).toMatchObject({ status: 'completed', created: { queens: 1 } });
});

test('a job for an import that has ended changes nothing', async () => {
  const { id, ...done } = await importFile(client, 'queens.csv', 'Name\nAnna');
  await runImport(service.services, { accountId: client.account.id, id });
  expect(await waitForEnd(client, id)).toEqual({ id, ...done });
});
