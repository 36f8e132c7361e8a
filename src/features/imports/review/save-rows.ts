import { sql, type Kysely } from 'kysely';
import { drafts, type Scope } from '../apply/scope.js';
import type { ImportKey } from '../findings.js';
import type { RowEdits, UnusedRow } from '../reading/draft.js';

/** Saves the rows of a batch that the import does not use, with the errors of skipped rows. */
export async function saveUnusedRows(
  db: Kysely<unknown>,
  { accountId, importId }: ImportKey,
  unused: readonly UnusedRow[],
  errors: RowEdits['errors'] = {},
): Promise<void> {
  if (unused.length === 0) return;
  const rows = unused.map((each) => ({ ...each, errors: (each.state === 'skipped' && errors[each.row]) || [] }));
  await sql`
    insert into import_review (account_id, import_id, position, "row", state, errors, cells)
    select ${accountId}::uuid, ${importId}::uuid, u."row", u."row", u.state, u.errors,
      array(select value from json_array_elements_text(u.cells) with ordinality as cell(value, place) order by place)
    from json_to_recordset(${JSON.stringify(rows)}::json) as u("row" integer, state text, errors jsonb, cells json)`.execute(
    db,
  );
}

/**
 * Saves the cells of the staged rows, before `setAsideKnownFile` deletes the rows of a file that was imported before.
 */
export async function saveStagedCells(scope: Scope): Promise<void> {
  const { accountId, importId, db } = scope;
  await sql`
    insert into import_review (account_id, import_id, position, "row", cells)
    select ${accountId}::uuid, ${importId}::uuid, d."row", d."row", d.cells from ${drafts(scope)}
    on conflict do nothing`.execute(db);
}
