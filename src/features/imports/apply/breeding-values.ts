import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { VALUES_FINGERPRINT } from '../../queens/merge/run-fingerprints.js';
import { overrideMessage } from './contradictions.js';
import { drafts, addFaults, addWarnings, run, createTempTable, type Scope } from './scope.js';

/** Counts of the breeding values in the file, and their fingerprint. */
export interface BreedingValueOutcome {
  created: number;
  unchanged: number;
  fingerprint: string | null;
}

/**
 * If any number in a column exceeds 1, all numbers without a percent sign in this column are percentages, even 1 and
 * 0.5.
 */
const RELIABILITY = sql`
  case when v.bare <= 1 and max(v.bare) over (partition by v.trait) > 1 then v.bare / 100 else v.reliability end`;

/**
 * Creates the temporary table `value`: the breeding values of the file, which another system computed. If an earlier
 * import stored the same values, the fingerprint is the same, and no second run is created.
 */
export async function collectBreedingValues(scope: Scope): Promise<BreedingValueOutcome> {
  const { accountId, db } = scope;
  const whereStated = sql`(where reliability is not null)`;
  await createTempTable(
    scope,
    'value',
    sql`
      with file_value as (
        select s.queen_id, d."row", v.trait, v.normalized, ${RELIABILITY} as reliability,
               first_value(v.normalized) over (partition by s.queen_id, v.trait order by d."row") as first_normalized
        from ${drafts(scope)}
        join subject s on s."row" = d."row"
        cross join lateral jsonb_to_recordset(d.breeding_values)
          as v(trait text, normalized double precision, reliability double precision, bare double precision)
        where d.breeding_values is not null
      )
      select queen_id, trait, max(normalized) as normalized,
             (array_agg(reliability order by "row" desc) filter ${whereStated})[1] as reliability,
             (array_agg(reliability order by "row") filter ${whereStated})[1]::text as former,
             min("row") filter ${whereStated} as former_row, max("row") filter ${whereStated} as given_row,
             min("row") as first_row, max("row") as "row",
             min("row") filter (where normalized <> first_normalized) as other_row
      from file_value group by queen_id, trait`,
  );
  await addFaults(
    scope,
    sql`
      select other_row as "row", trait, 'contradicts row ' || first_row || ': two breeding values of one queen and trait',
             jsonb_build_object('row', first_row) as params
      from value where other_row is not null`,
    'contradicts_row',
  );
  await addWarnings(
    scope,
    sql`
      select given_row as "row", trait, ${overrideMessage('given', 'former', 'former_row')}
      from (select *, reliability::text as given from value) v where given <> former`,
    'overrides_row',
  );
  const { rows } = await sql<{ count: number; fingerprint: string | null }>`
    select count(*)::integer as count, ${VALUES_FINGERPRINT} as fingerprint from value`.execute(db);
  const { count, fingerprint } = rows[0] ?? { count: 0, fingerprint: null };
  if (fingerprint === null) return { created: 0, unchanged: 0, fingerprint };
  // A run without a fingerprint has lost values, because a queen was deleted.
  const known = await sql`
    select 1 from ebv_run r
    where r.account_id = ${accountId}::uuid and r.source = 'import' and (r.fingerprint = ${fingerprint} or (
      r.fingerprint is null and ${fingerprint} = (
        select ${VALUES_FINGERPRINT} from breeding_value where account_id = ${accountId}::uuid and run_id = r.id
      )
    ))`.execute(db);
  return known.rows.length > 0
    ? { created: 0, unchanged: count, fingerprint }
    : { created: count, unchanged: 0, fingerprint };
}

export async function writeBreedingValues(scope: Scope, { created, fingerprint }: BreedingValueOutcome): Promise<void> {
  if (created === 0) return;
  const { accountId, importId } = scope;
  const runId = uuid();
  await run(
    scope,
    sql`
      insert into ebv_run (account_id, id, status, source, traits, fingerprint, progress, import_id, computed_at)
      select ${accountId}::uuid, ${runId}::uuid, 'completed', 'import', array_agg(distinct trait), ${fingerprint}, 1,
             ${importId}::uuid, now()
      from value`,
  );
  await run(
    scope,
    sql`
      insert into breeding_value (account_id, run_id, queen_id, trait, entity_type, normalized, reliability)
      select ${accountId}::uuid, ${runId}::uuid, queen_id, trait, 'queen', normalized, reliability from value`,
  );
}
