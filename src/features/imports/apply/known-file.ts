import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { TRAIT_COLUMNS } from '../../../core/traits.js';
import { drafts, run, table, type Scope } from './scope.js';

/**
 * Sets aside a file that has nothing new in it: one import before took in every row of it, to the letter and for the
 * same queen. The same file a second time changes nothing, whatever other files or people have said since; a newer file
 * counts as a whole, also one that says again what several files said. Breeding values are told apart by the
 * fingerprint of their run.
 *
 * Makes `holder` (the imports that hold every row) and `known`, for the count of what is unchanged; its rows leave
 * `import_draft`.
 */
export async function setAsideKnownFile(scope: Scope): Promise<void> {
  const { accountId, importId } = scope;
  await table(
    scope,
    'holder',
    sql`
      with wanted as (
        select s.queen_id, d.digest, count(*) as times
        from ${drafts(scope)} left join subject s on s."row" = d."row" group by s.queen_id, d.digest
      ), held as (
        select r.import_id
        from wanted w
        join import_row r on r.account_id = ${hidden(accountId)} and r.queen_id = w.queen_id and r.digest = w.digest
        group by r.import_id, w.queen_id, w.digest, w.times having count(*) >= w.times
      )
      select import_id from held group by import_id having count(*) = (select count(*) from wanted)`,
  );
  const traits = sql.raw(TRAIT_COLUMNS.map((column) => `d.${column}`).join(', '));
  await table(
    scope,
    'known',
    sql`
      select d."row", s.queen_id, d.apiary, d.hive, case when num_nonnulls(${traits}) > 0 then d.year end as year
      from ${drafts(scope)} join subject s on s."row" = d."row"
      where exists (select from holder)
        and not exists (select from ${drafts(scope)} where d.breeding_values is not null)`,
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
