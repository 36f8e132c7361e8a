import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { TRAIT_COLUMNS } from '../../../core/traits.js';
import { drafts, run, createTempTable, type Scope } from './scope.js';

/**
 * Skips all rows of a file if a single earlier import contained all these rows, with the same text, read with the same
 * options, and for the same queens. The second import of a file therefore changes nothing, even if other files or users
 * changed the account after the first import. A file whose rows come from several earlier files is applied. A file with
 * breeding values is not skipped here, because the fingerprint of the breeding values shows whether the file is a
 * repetition.
 *
 * Creates the temporary tables `previous_import` (the imports that contain all rows) and `known` (the skipped rows,
 * which are still counted). Deletes the skipped rows from `import_draft`.
 */
export async function setAsideKnownFile(scope: Scope): Promise<void> {
  const { accountId, importId } = scope;
  await createTempTable(
    scope,
    'previous_import',
    sql`
      with wanted as (
        select s.queen_id, d.digest, count(*) as times
        from ${drafts(scope)} left join subject s on s."row" = d."row" group by s.queen_id, d.digest
      ), matching as (
        select r.import_id
        from wanted w
        join import_row r on r.account_id = ${hidden(accountId)} and r.queen_id = w.queen_id and r.digest = w.digest
        group by r.import_id, w.queen_id, w.digest, w.times having count(*) >= w.times
      )
      select import_id from matching group by import_id having count(*) = (select count(*) from wanted)`,
  );
  const traits = sql.raw(TRAIT_COLUMNS.map((column) => `d.${column}`).join(', '));
  await createTempTable(
    scope,
    'known',
    sql`
      select d."row", s.queen_id, d.apiary, d.hive, case when num_nonnulls(${traits}) > 0 then d.year end as year
      from ${drafts(scope)} join subject s on s."row" = d."row"
      where exists (select from previous_import)
        and not exists (select from ${drafts(scope)} where d.breeding_values is not null)`,
    'row',
  );
  const deleted = await run(
    scope,
    sql`
      delete from import_draft d using known k
      where d.account_id = ${accountId}::uuid and d.import_id = ${importId}::uuid and d."row" = k."row"`,
  );
  if (deleted > 0) await run(scope, sql`delete from subject s using known k where k."row" = s."row"`);
}
