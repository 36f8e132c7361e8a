import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { groupBy } from '../../../src/graphql/group.js';
import { SECTIONS } from '../../../src/features/imports/portable/sections.js';
import { sharedService, type SharedService } from '../../support/service.js';

/** Tables with an account that are not exported, with the reason. */
const NOT_EXPORTED: Record<string, string> = {
  session: 'signs in; it is worth a password',
  password_link: 'the same',
  api_key: 'exported in the profile as its list shows it, without the hash',
  audit_event: 'exported in the profile; a restore does not bring back what happened elsewhere',
  api_key_use: 'counts of requests to this service',
  request_window: 'the same',
  change: 'kept by triggers; a restore writes it anew',
  change_clock: 'the same',
  ranking_row: 'breeding values side by side, kept by triggers',
  idempotency_key: 'answers for clients that ask again within a day',
  import_draft: 'rows on their way in',
  saved_view: 'settings of the interface, with ids that a restore does not keep',
  restore_row: 'the same',
  import_file: 'of imports that changed nothing; kept for 30 days',
  import_review: 'of imports that changed nothing',
  import_error: 'of imports that changed nothing',
  import_change: 'for undoing an import, which ends with a restore',
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

test('every table with rows of an account is exported, or the list of exceptions has a reason', () => {
  expect([...exported.map(({ table }) => table), ...Object.keys(NOT_EXPORTED)].sort()).toEqual(
    [...columns.keys()].sort(),
  );
});

test.each(exported)('every column of $table is exported, or the list of exceptions has a reason', (rows) => {
  const known = [
    'account_id',
    ...('parentColumn' in rows ? [rows.parentColumn] : []),
    ...Object.values(rows.members).map(([column]) => column),
    ...Object.keys(rows.excluded),
  ];
  expect(known.sort()).toEqual(columns.get(rows.table)!.sort());
});
