import { sql, type Kysely } from 'kysely';
import type { ValueRows } from './messages.js';

/** Writes breeding values of a run; those of queens who have been deleted since are left out. */
export async function storeValues(
  db: Kysely<unknown>,
  { accountId, runId }: { accountId: string; runId: string },
  rows: ValueRows,
): Promise<void> {
  await sql`
    insert into breeding_value (account_id, run_id, queen_id, trait, entity_type, raw, normalized, reliability,
      parent_average, family, own_test, offspring)
    select ${accountId}::uuid, ${runId}::uuid, v.*
    from unnest(${rows.queenId}::uuid[], ${rows.trait}::text[], ${rows.entityType}::text[], ${rows.raw}::float8[],
      ${rows.normalized}::float8[], ${rows.reliability}::float8[], ${rows.parentAverage}::float8[],
      ${rows.family}::float8[], ${rows.ownTest}::float8[], ${rows.offspring}::float8[]) as v(queen_id)
    where exists (select from queen q where q.account_id = ${accountId}::uuid and q.id = v.queen_id)`.execute(db);
}
