import { sql, type Kysely } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { VALUE_COLUMNS } from './messages.js';

/**
 * Stores breeding values of a run, except values of deleted queens.
 * @param columns an array literal for each of `VALUE_COLUMNS`
 */
export async function storeValues(
  db: Kysely<unknown>,
  { accountId, runId }: { accountId: string; runId: string },
  columns: readonly string[],
): Promise<void> {
  const types = Object.values(VALUE_COLUMNS);
  await sql`
    insert into breeding_value (account_id, run_id, ${sql.join(Object.keys(VALUE_COLUMNS).map((column) => sql.id(column)))})
    select ${accountId}::uuid, ${runId}::uuid, v.*
    from unnest(${sql.join(columns.map((values, i) => sql`${values}::text::${sql.raw(`${types[i]}[]`)}`))}) as v(queen_id)
    where exists (select from queen q where q.account_id = ${hidden(accountId)} and q.id = v.queen_id)`.execute(db);
}

/** Deletes the values of an incomplete run. */
export async function deleteValues(
  db: Kysely<unknown>,
  { accountId, runId }: { accountId: string; runId: string },
): Promise<void> {
  await sql`delete from breeding_value where account_id = ${accountId}::uuid and run_id = ${runId}::uuid`.execute(db);
}
