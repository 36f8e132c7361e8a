import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { columnsIn, MEASURES, TRAIT_COLUMNS, type TraitColumn } from '../../../core/traits.js';
import { TEST_FACTS } from '../draft-columns.js';
import { overrideMessage } from './contradictions.js';
import { drafts, addFaults, run, createTempTable, addWarnings, type Scope } from './scope.js';

/**
 * Finds the evaluation that each row with traits describes. An evaluation is identified by queen, year and apiary. If a
 * row has no apiary, it refers to the queen's stored evaluation of the same year that has no apiary either. If she has
 * no such evaluation, the row refers to her only evaluation of the year. Conversely, a row with an apiary can refer to
 * a stored evaluation without one: if this is the queen's only apiary of the year, and none of her rows of that year
 * lacks an apiary, the stored evaluation gets this apiary.
 *
 * Creates the temporary tables `visit` (row → queen, year, apiary) and `next_evaluation`: every evaluation that the
 * import creates or may change, with its new values.
 */
export async function collectEvaluations(scope: Scope): Promise<void> {
  const { accountId } = scope;
  const traits = sql.raw(TRAIT_COLUMNS.map((column) => `d.${column}`).join(', '));
  await createTempTable(
    scope,
    'visit',
    sql`
      select s.queen_id, d."row", d.year, st.apiary_id, st.hive_id, d.evaluation_id
      from ${drafts(scope)}
      join subject s on s."row" = d."row"
      left join row_place st on st."row" = d."row"
      where d.year is not null and num_nonnulls(${traits}) > 0`,
    'queen_id',
  );
  // In an export, a row without an apiary beside rows with one is an evaluation of its own, like a stored evaluation.
  const isPlainOfExport = sql`
    ${scope.isOwn}::boolean and bool_or(not is_stored and apiary_id is null) and bool_or(not is_stored and apiary_id is not null)`;
  // The apiaries at which a queen has evaluations in a year, in the file and in the account.
  await createTempTable(
    scope,
    'queen_season',
    sql`
      select queen_id, year, count(distinct apiary_id)::integer as apiaries,
             (array_agg(apiary_id) filter (where apiary_id is not null))[1] as only,
             bool_or(is_stored and apiary_id is null) or ${isPlainOfExport} as has_plain, bool_or(not is_stored and apiary_id is null) as is_plain_in_file
      from (
        select queen_id, year, apiary_id, false as is_stored from visit
        union
        select e.queen_id, e.year, e.apiary_id, true
        from (select distinct queen_id, year from visit) v
        join evaluation e on e.account_id = ${hidden(accountId)} and e.queen_id = v.queen_id and e.year = v.year
      ) a group by queen_id, year`,
    'queen_id',
  );
  await addFaults(
    scope,
    sql`
      select v."row", 'apiary', 'is missing: the queen has evaluations at ' || g.apiaries || ' apiaries in ' || v.year,
             jsonb_build_object('apiaries', g.apiaries, 'year', v.year) as params
      from visit v join queen_season g on g.queen_id = v.queen_id and g.year = v.year
      where v.apiary_id is null and g.apiaries > 1 and not g.has_plain`,
    'ambiguous_test',
  );
  await run(
    scope,
    sql`
      update visit v set apiary_id = g.only from queen_season g
      where g.queen_id = v.queen_id and g.year = v.year
        and v.apiary_id is null and g.apiaries = 1 and not g.has_plain`,
  );
  await createTempTable(scope, 'next_evaluation', nextEvaluations(scope), 'id');
  await checkEvaluations(scope);
}

function nextEvaluations(scope: Scope): RawBuilder<unknown> {
  const { accountId } = scope;
  const traits = sql.join(TRAIT_COLUMNS.map((column) => sql`${combinedValue(scope, column)} as ${sql.ref(column)}`));
  // For each of these columns, uses the last row that has a value, as for the fields of queens.
  const facts = sql.raw(
    TEST_FACTS.map(
      (column) =>
        `(array_agg(d.${column} order by d."row" desc) filter (where d.${column} is not null))[1] as ${column}`,
    ).join(', '),
  );
  const newOrStored = (columns: readonly string[]) =>
    sql.raw(columns.map((column) => `coalesce(t.${column}, e.${column}) as ${column}`).join(', '));
  return sql`
    with grouped as (
      select v.queen_id, v.year, v.apiary_id,
             (array_agg(v.evaluation_id order by v."row"))[1] as id, min(v."row") as "row",
             (array_agg(v.hive_id order by v."row" desc) filter (where v.hive_id is not null))[1] as hive_id,
             bool_and(g.apiaries = 1 and not g.is_plain_in_file) as matches_plain, ${traits}, ${facts}
      from visit v
      join ${drafts(scope)} on d."row" = v."row"
      join queen_season g on g.queen_id = v.queen_id and g.year = v.year
      group by 1, 2, 3
    )
    select coalesce(e.id, t.id) as id, e.id is null as is_new, t."row", t.queen_id, t.year, t.apiary_id,
           coalesce(t.hive_id, e.hive_id) as hive_id, ${newOrStored(TEST_FACTS)}, ${newOrStored(TRAIT_COLUMNS)}, false as is_changed
    from grouped t
    left join lateral (
      select * from evaluation e
      where e.account_id = ${hidden(accountId)} and e.queen_id = t.queen_id and e.year = t.year
        and (e.apiary_id is not distinct from t.apiary_id or e.apiary_id is null and t.matches_plain)
      order by e.apiary_id is null
      limit 1
    ) e on true`;
}

/**
 * Combines the rows of a test. If the rows are inspections of a colony, uses the mean of the scores, rounded to half
 * steps, the sum of the kilograms, and the largest value of other traits. In other formats, all rows of a test must
 * have the same values.
 */
function combinedValue({ rowsAreVisits }: Scope, column: TraitColumn): RawBuilder<unknown> {
  const value = sql.ref(`d.${column}`);
  if (rowsAreVisits && columnsIn('score').includes(column)) {
    // `numeric` rounds halves up: 2.25 becomes 2.5.
    return sql`(round(avg(${value}::numeric) * 2) / 2)::double precision`;
  }
  if (rowsAreVisits && columnsIn('kilograms').includes(column)) return sql`sum(${value}::numeric)::double precision`;
  return sql`max(${value})`;
}

/** Selects values, except values of traits, that override the value of an earlier row of the same test. */
function overriddenFacts(scope: Scope): RawBuilder<unknown> {
  const facts = sql.join([...TEST_FACTS, 'hive'].map((column) => sql`(${column}, d.${sql.ref(column)}::text)`));
  return sql`
    with stated as (
      select v."row", cell.field, cell.value, lag(cell.value) over before as former, lag(v."row") over before as former_row
      from (select *, count(*) over (partition by queen_id, year) as rows from visit) v
      join ${drafts(scope)} on d."row" = v."row"
      cross join lateral (values ${facts}) as cell(field, value)
      where v.rows > 1 and cell.value is not null
      window before as (partition by v.queen_id, v.year, v.apiary_id, cell.field order by v."row")
    )
    select "row", field, ${overrideMessage('value', 'former', 'former_row')} from stated where value <> former`;
}

async function checkEvaluations(scope: Scope): Promise<void> {
  if (!scope.rowsAreVisits) {
    await addFaults(
      scope,
      sql`
        with stated as (
          select v."row", cell.trait, cell.value, first_value(v."row") over first as first_row, first_value(cell.value) over first as first_value
          from (select *, count(*) over (partition by queen_id, year) as rows from visit) v
          join ${drafts(scope)} on d."row" = v."row"
          cross join lateral (values ${sql.join(TRAIT_COLUMNS.map((column) => sql`(${column}, d.${sql.ref(column)})`))}) as cell(trait, value)
          where v.rows > 1 and cell.value is not null
          window first as (partition by v.queen_id, v.year, v.apiary_id, cell.trait order by v."row")
        )
        select "row", trait,
               'contradicts row ' || first_row || ': ' || first_value || ' and ' || value || ' in the same evaluation (queen, year, apiary)',
               jsonb_build_object('row', first_row, 'given', value, 'other', first_value) as params
        from stated where value <> first_value`,
      'contradicts_row',
    );
    await addWarnings(scope, overriddenFacts(scope), 'overrides_row');
  }
  const { least, most } = MEASURES.kilograms;
  for (const column of columnsIn('kilograms')) {
    const sum = sql.ref(column);
    await addFaults(
      scope,
      sql`
        select "row", ${column}::text, 'is ' || ${sum} || ${` kg in total: must be from ${least} to ${most}`}::text,
               jsonb_build_object('given', ${sum}) as params
        from next_evaluation where ${sum} > ${most}`,
      'sum_too_large',
    );
  }
  await addFaults(
    scope,
    sql`
      select "row", 'hyg24h', 'must not be below the cells cleaned after 6 hours (' || hyg6h || '), but is ' || hyg24h,
             jsonb_build_object('hyg6h', hyg6h, 'hyg24h', hyg24h) as params
      from next_evaluation where hyg24h < hyg6h`,
    'hyg_order',
  );
}
