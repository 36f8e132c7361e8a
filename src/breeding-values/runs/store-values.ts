import { sql, type Kysely } from 'kysely';
import type { ValueRows } from './messages.js';

/** Writes breeding values of a run; those of queens who have been deleted since are left out. */
export async function storeValues(
  db: Kysely<unknown>,
  { accountId, runId }: { accountId: string; runId: string },
  { queenId, trait, entityType, raw, normalized, reliability }: ValueRows,
): Promise<void> {
  await sql`
    insert into breeding_value (account_id, run_id, queen_id, trait, entity_type, raw, normalized, reliability)
    select ${accountId}::uuid, ${runId}::uuid, v.queen_id, v.trait, v.entity_type, v.raw, v.normalized, v.reliability
    from unnest(${queenId}::uuid[], ${trait}::text[], ${entityType}::text[], ${raw}::float8[], ${normalized}::float8[],
      ${reliability}::float8[]) as v(queen_id, trait, entity_type, raw, normalized, reliability)
    where exists (select from queen q where q.account_id = ${accountId}::uuid and q.id = v.queen_id)`.execute(db);
}
