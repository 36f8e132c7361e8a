import { sql } from 'kysely';
import { TRAIT_COLUMNS } from '../draft-columns.js';
import { drafts, run, table, type Scope } from './scope.js';

/**
 * Sets aside a file that has nothing new in it: every row of it was taken in before, to the letter and for the same
 * queen. The same file a second time changes nothing, whatever other files or people have said since; a newer file
 * counts as a whole. Breeding values are told apart by the fingerprint of their run.
 *
 * Makes `known`, for the count of what is unchanged; its rows leave `import_draft`.
 */
export async function setAsideKnownFile(scope: Scope): Promise<void> {
  const { accountId, importId } = scope;
  const traits = sql.raw(TRAIT_COLUMNS.map((column) => `d.${column}`).join(', '));
  await table(
    scope,
    'known',
    sql`
      with looked_up as (
        select d."row", s.queen_id, d.apiary, d.hive, case when num_nonnulls(${traits}) > 0 then d.year end as year,
               bool_and(d.breeding_values is null and exists (
                 select from import_row r
                 where r.account_id = ${accountId}::uuid and r.queen_id = s.queen_id and r.digest = d.digest
               )) over () as all_known
        from ${drafts(scope)} left join subject s on s."row" = d."row" and not s.is_new
      )
      select "row", queen_id, apiary, hive, year from looked_up where all_known`,
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
