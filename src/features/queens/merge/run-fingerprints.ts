import { sql, type RawBuilder } from 'kysely';

/** What tells one set of values from another, of an import; over rows of one run. */
export const CONTENT = sql<string | null>`
  string_agg(md5(queen_id::text || trait || normalized || coalesce(reliability::text, '')), '' order by queen_id, trait)`;

/** The statement that gives imported runs the fingerprints of the values that they hold now. `runs` selects their ids. */
export function renewFingerprints(accountId: string, runs: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update ebv_run r set fingerprint = v.fingerprint
    from (
      select run_id, encode(sha256(convert_to(${CONTENT}, 'UTF8')), 'hex') as fingerprint
      from breeding_value where account_id = ${accountId}::uuid and run_id in (${runs}) group by run_id
    ) v
    where r.account_id = ${accountId}::uuid and r.source = 'import' and r.id = v.run_id`;
}
