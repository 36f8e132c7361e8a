import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { groupBy } from '../../../src/graphql/group.js';
import { SECTIONS } from '../../../src/features/imports/portable/sections.js';
import { sharedService, type SharedService } from '../../support/service.js';

/** Account tables that are not exported, with the reason. */
const NOT_EXPORTED: Record<string, string> = {
  session: 'gives access to the account, like a password',
  password_link: 'gives access to the account, like a password',
  api_key: 'exported in the profile as in the list of keys, without the hash',
  audit_event: 'exported in the profile; a restore does not add events from another service',
  api_key_use: 'counts of requests to this service',
  request_window: 'counts of requests to this service',
  change: 'maintained by triggers; a restore creates new entries',
  change_clock: 'maintained by triggers; a restore creates new entries',
  ranking_row: 'breeding values as columns, maintained by triggers',
  idempotency_key: 'results for clients that repeat a request within a day',
  import_draft: 'staged rows of an import that has not finished',
  saved_view: 'settings of the interface; they contain ids that change in a restore',
  restore_row: 'staged rows of a restore that has not finished',
  import_file: 'belongs to imports that changed nothing, and is deleted after 30 days',
  import_review: 'results of checked files, and rows that imports left out',
  import_error: 'errors and warnings of imports',
  import_change: 'needed to undo an import, which is not possible after a restore',
};

let service: SharedService;
let columns: Map<string, string[]>;

beforeAll(async () => {
  service = await sharedService();
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    where c.table_schema = 'public' and c.table_name in (
      select table_name from information_schema.columns where table_schema = 'public' and column_name = 'account_id'
    )`.execute(service.services.orm.database.kysely);
  columns = new Map(
    [...groupBy(rows, ({ table }) => table)].map(([table, of]) => [table, of.map((row) => row.column)]),
  );
});

const exported = Object.values(SECTIONS).flatMap((section) => [section, ...Object.values(section.parts ?? {})]);

test('every account table is exported, or is an exception with a reason', () => {
  expect([...exported.map(({ table }) => table), ...Object.keys(NOT_EXPORTED)].sort()).toEqual(
    [...columns.keys()].sort(),
  );
});

test.each(exported)('every column of $table is exported, or is an exception with a reason', (rows) => {
  const known = [
    'account_id',
    ...('parentColumn' in rows ? [rows.parentColumn] : []),
    ...Object.values(rows.members).map(([column]) => column),
    ...Object.keys(rows.excluded),
  ];
  expect(known.sort()).toEqual(columns.get(rows.table)!.sort());
});
