import { sql, type Kysely } from 'kysely';
import { hidden } from '../../../db/owner.js';
import type { ValueColumns } from './messages.js';

/** Stores breeding values of a run, except values of deleted queens. */
export async function storeValues(
  db: Kysely<unknown>,
  { accountId, runId }: { accountId: string; runId: string },
  columns: ValueColumns,
): Promise<void> {
  const { queenId, trait, entityType, raw, normalized, reliability } = columns;
  const { parentAverage, family, ownTest, offspring } = columns;
  const numbers = [raw, normalized, reliability, parentAverage, family, ownTest, offspring];
  await sql`
    insert into breeding_value (account_id, run_id, queen_id, trait, entity_type, raw, normalized, reliability,
      parent_average, family, own_test, offspring)
    select ${accountId}::uuid, ${runId}::uuid, v.*
    from unnest(${queenId}::text::uuid[], ${trait}::text::text[], ${entityType}::text::text[],
      ${sql.join(numbers.map((column) => sql`${column}::text::float8[]`))}) as v(queen_id)
    where exists (select from queen q where q.account_id = ${hidden(accountId)} and q.id = v.queen_id)`.execute(db);
}

/** Deletes the values of an incomplete run. */
export async function deleteValues(
  db: Kysely<unknown>,
  { accountId, runId }: { accountId: string; runId: string },
): Promise<void> {
  await sql`delete from breeding_value where account_id = ${accountId}::uuid and run_id = ${runId}::uuid`.execute(db);
}
