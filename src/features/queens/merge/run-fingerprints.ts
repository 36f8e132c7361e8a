import { sql, type RawBuilder } from 'kysely';

/** Digest of the values of one imported run. */
export const VALUES_DIGEST = sql<string | null>`
  string_agg(md5(queen_id::text || trait || normalized || coalesce(reliability::text, '')), '' order by queen_id, trait)`;

/**
 * SQL that recomputes the fingerprints of imported runs from their current values. `runs` selects the ids of the runs.
 */
export function updateFingerprints(accountId: string, runs: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update ebv_run r set fingerprint = v.fingerprint
    from (
      select run_id, encode(sha256(convert_to(${VALUES_DIGEST}, 'UTF8')), 'hex') as fingerprint
      from breeding_value where account_id = ${accountId}::uuid and run_id in (${runs}) group by run_id
    ) v
    where r.account_id = ${accountId}::uuid and r.source = 'import' and r.id = v.run_id`;
}
