import { sql, type Kysely, type RawBuilder } from 'kysely';

/** SQL for the fingerprint of the values of one imported run; null if there are no values. */
export const VALUES_FINGERPRINT = sql<string | null>`
  encode(sha256(convert_to(string_agg(
    md5(queen_id::text || trait || normalized || coalesce(reliability::text, '')), '' order by queen_id, trait
  ), 'UTF8')), 'hex')`;

/**
 * SQL that recomputes the fingerprints of imported runs from their current values. A run without values has no
 * fingerprint. `runs` selects the ids of the runs. Computed runs are left out before their many values are read, because
 * their fingerprints do not depend on values.
 */
export function updateFingerprints(accountId: string, runs: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with changed as materialized (
      select id from ebv_run where account_id = ${accountId}::uuid and source = 'import' and id in (${runs})
    )
    update ebv_run r set fingerprint = v.fingerprint
    from (
      select changed.id, content.fingerprint
      from changed
      left join (
        select run_id, ${VALUES_FINGERPRINT} as fingerprint
        from breeding_value where account_id = ${accountId}::uuid and run_id in (select id from changed) group by run_id
      ) content on content.run_id = changed.id
    ) v
    where r.account_id = ${accountId}::uuid and r.id = v.id`;
}

/**
 * Deletes breeding values of queens, and the fingerprints of their imported runs. Computing the new fingerprints here
 * would read all values of the runs for each deleted queen. Imports of breeding values therefore compute them when they
 * need them.
 * Returns the number of deleted values.
 */
export async function deleteValuesOfQueens(
  db: Kysely<unknown>,
  accountId: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from breeding_value where account_id = ${accountId}::uuid and ${condition} returning run_id as id`.execute(
    db,
  );
  if (rows.length > 0) {
    const ids = [...new Set(rows.map(({ id }) => id))];
    await sql`
      update ebv_run set fingerprint = null
      where account_id = ${accountId}::uuid and source = 'import' and id = any(${ids}::uuid[])`.execute(db);
  }
  return rows.length;
}
