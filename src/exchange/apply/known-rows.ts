import { sql } from 'kysely';
import { TRAIT_COLUMNS } from '../draft-columns.js';
import { drafts, run, table, type Scope } from './scope.js';

/**
 * Sets aside rows that the account has taken in before, to the letter and for the same queen: the same file a second
 * time changes nothing, whatever other files or people have said since. Visits of one test are looked at together, for
 * one more of them changes the mean. Breeding values are told apart as a whole, by the fingerprint of their run.
 *
 * Makes `known`, for the count of what is unchanged; the rows leave `import_draft`.
 */
export async function setAsideKnownRows(scope: Scope): Promise<void> {
  const { accountId, importId, visits } = scope;
  const traits = sql.raw(TRAIT_COLUMNS.map((column) => `d.${column}`).join(', '));
  const together = visits ? sql`s.queen_id, d.year` : sql`d."row"`;
  await table(
    scope,
    'known',
    sql`
      select * from (
        select d."row", s.queen_id, d.apiary, d.hive, case when num_nonnulls(${traits}) > 0 then d.year end as year,
               bool_and(r.queen_id is not null) over (partition by ${together}) as all_known
        from ${drafts(scope)}
        join subject s on s."row" = d."row" and not s.is_new
        left join lateral (
          select queen_id from import_row r
          where r.account_id = ${accountId}::uuid and r.queen_id = s.queen_id and r.digest = d.digest limit 1
        ) r on true
        where d.breeding_values is null
      ) looked_up where all_known`,
    'row',
  );
  const taken = await run(
    scope,
    sql`
      delete from import_draft d using known k
      where d.account_id = ${accountId}::uuid and d.import_id = ${importId}::uuid and d."row" = k."row"`,
  );
  if (taken > 0) await run(scope, sql`delete from subject s using known k where k."row" = s."row"`);
}
