import { sql, type Kysely } from 'kysely';
import { toStorableText } from '../../core/storable-text.js';
import type { Finding } from './reading/draft.js';

/** Key of an import. */
export interface ImportKey {
  accountId: string;
  importId: string;
}

/**
 * A finished import stores at most this number of errors. It stores at most this number of warnings from reading the
 * file, and at most this number of warnings from the later checks. Further errors and warnings are only counted.
 */
export const MAX_FINDINGS = 1000;

/** Replaces characters that the database cannot store: NUL and unpaired surrogates. */
function storable({ row, column, message, code, params }: Finding) {
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? toStorableText(value) : value,
  ]);
  return {
    row,
    column: column === null ? null : toStorableText(column),
    message: toStorableText(message),
    code,
    params: Object.fromEntries(values) as object,
  };
}

/** Stores errors or warnings of an import. */
export async function saveFindings(
  db: Kysely<unknown>,
  { accountId, importId }: ImportKey,
  findings: readonly Finding[],
  isWarning: boolean,
): Promise<void> {
  if (findings.length === 0) return;
  await sql`
    insert into import_error (account_id, import_id, row, column_name, message, code, params, is_warning)
    select ${accountId}::uuid, ${importId}::uuid, "row", "column", message, code, params, ${isWarning}::boolean
    from json_to_recordset(${JSON.stringify(findings.map(storable))}::json)
      as finding("row" integer, "column" text, message text, code text, params jsonb)`.execute(db);
}
