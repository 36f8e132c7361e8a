import { sql, type Kysely } from 'kysely';
import type { ImportKey } from '../findings.js';
import { deleteStagedRows } from '../staging.js';
import { deleteReview } from '../stored-file.js';
import type { Outcome } from './outcome.js';

/**
 * Completes an import without errors. A dry run counts the rows that an import would write.
 * @param wrote whether the account was changed
 */
export async function completeImport(
  db: Kysely<unknown>,
  key: ImportKey,
  { created, updated, unchanged, namedOnly }: Outcome,
  wrote: boolean,
  warningCount: number,
): Promise<void> {
  await sql`
    update import set status = 'completed', done = rows, finished_at = clock_timestamp(),
      warning_count = warning_count + ${warningCount},
      applied_at = case when ${wrote}::boolean then now() end,
      created = ${JSON.stringify(created)}::jsonb, updated = ${JSON.stringify(updated)}::jsonb,
      unchanged = ${JSON.stringify(unchanged)}::jsonb, named_only = ${namedOnly ? JSON.stringify(namedOnly) : null}::jsonb
    where account_id = ${key.accountId}::uuid and id = ${key.importId}::uuid`.execute(db);
  await deleteStagedRows(db, key);
  if (wrote) await deleteReview(db, key);
}
