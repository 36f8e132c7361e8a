import { sql, type RawBuilder } from 'kysely';
import { DRONE_FIELDS } from '../draft-columns.js';
import { decisionFor } from './account-conflicts.js';
import { drafts, addFaults, addWarnings, type Scope } from './scope.js';
import { comparableValue } from './value-rules.js';

/** Fields for which two different values for one queen are an error. */
const EXCLUSIVE_FIELDS = ['generation', 'birth_date', 'mated_at', 'mating_type', ...DRONE_FIELDS];
const PARENTS = ['mother', 'father', 'mated_to'];
/** Fields that may have different values for one queen. The value of the last row is used. */
const OVERRIDABLE_FIELDS = ['race', 'line', 'status', 'breeder_code', 'marking', 'notes', 'mating_station'];

/** Selects the rows of every queen whom more than one row describes. Defines the aliases `s` and `d`. */
const rowsOfSharedQueens = (scope: Scope) => sql`
  (select *, count(*) over (partition by queen_id) as rows from subject) s
  join ${drafts(scope)} on d."row" = s."row" and s.rows > 1`;

/**
 * Compares the rows of each queen. Different generations, births, names, parents or matings are an error that names
 * both rows, unless the breeder decided that the rows describe the same queen. For other fields, the value of the last
 * row is used.
 */
export async function checkContradictions(scope: Scope): Promise<void> {
  const isSame = sql`${decisionFor(scope, sql`external_key`)} = 'same'`;
  const rows = contradictingRows(scope);
  await addFaults(scope, sql`${rows} and not coalesce(${isSame}, false)`, 'contradicts_row');
  await addWarnings(scope, sql`${rows} and ${isSame}`, 'overrides_row');
  if (!scope.rowsAreVisits) await addWarnings(scope, overriddenValues(scope), 'overrides_row');
  await addWarnings(scope, repeatedRows(scope), 'repeats_row');
}

/** Selects rows with the same text as an earlier row of the same queen. */
const repeatedRows = (scope: Scope): RawBuilder<unknown> => sql`
  select "row", null, 'repeats row ' || first_row, jsonb_build_object('row', first_row) as params
  from (
    select d."row", min(d."row") over (partition by s.queen_id, d.digest) as first_row from ${rowsOfSharedQueens(scope)}
  ) repeated
  where "row" <> first_row`;

/** Selects values that differ from the first value of the same field for the same queen. */
function contradictingRows(scope: Scope): RawBuilder<unknown> {
  const firm = EXCLUSIVE_FIELDS.map(
    (field) => sql`(${field}, '', ${sql.ref(`comparable_${field}`)}::text, ${sql.ref(field)}::text)`,
  );
  const parents = PARENTS.map(
    (field) =>
      sql`(${field}, '', (select queen_id::text from reference where value = ${sql.ref(field)}), ${sql.ref(field)})`,
  );
  // A name that only repeats the identifier does not count as a name.
  const name = sql`('queen_name', external_key, case when identifier_key(name) <> external_key then name_key end, name)`;
  return sql`
    with shared_row as (
      select s.queen_id, d.*, ${sql.join(EXCLUSIVE_FIELDS.map((field) => sql`${comparableValue(field)} as ${sql.ref(`comparable_${field}`)}`))}
      from ${rowsOfSharedQueens(scope)}
    ), stated as (
      select queen_id, external_key, "row", field, value, shown,
             first_value("row") over first as first_row, first_value(value) over first as first_value,
             first_value(shown) over first as first_shown
      from shared_row
      cross join lateral (values ${sql.join([...firm, ...parents, name])}) as cell(field, kind, value, shown)
      where value is not null
      window first as (partition by queen_id, field, kind order by "row")
    )
    select "row", field,
           'contradicts row ' || first_row || ': "' || first_shown || '" and "' || shown || '" for the same queen',
           jsonb_build_object('row', first_row, 'given', shown, 'other', first_shown) ||
             case when external_key is null then '{}' else jsonb_build_object('identifier', external_key) end as params
    from stated where value <> first_value`;
}

function overriddenValues(scope: Scope): RawBuilder<unknown> {
  const loose = OVERRIDABLE_FIELDS.map((field) => sql`(${field}, d.${sql.ref(field)})`);
  return sql`
    with stated as (
      select s.queen_id, d."row", cell.field, cell.value, lag(cell.value) over before as former, lag(d."row") over before as former_row
      from ${rowsOfSharedQueens(scope)} cross join lateral (values ${sql.join(loose)}) as cell(field, value)
      where cell.value is not null
      window before as (partition by s.queen_id, cell.field order by d."row")
    )
    select "row", field, ${overrideMessage('value', 'former', 'former_row')} from stated where value <> former`;
}

/** Message and parameters for a value that overrides the value of an earlier row. */
export const overrideMessage = (value: string, former: string, row: string): RawBuilder<unknown> => {
  const [newText, formerText] = [sql`left(${sql.ref(value)}, 100)`, sql`left(${sql.ref(former)}, 100)`];
  return sql`
    'overrides row ' || ${sql.ref(row)} || ': "' || ${newText} || '" replaces "' || ${formerText} || '"',
    jsonb_build_object('row', ${sql.ref(row)}, 'given', ${newText}, 'other', ${formerText}) as params`;
};
