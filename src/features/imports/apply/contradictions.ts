import { sql, type RawBuilder } from 'kysely';
import { MATING } from '../draft-columns.js';
import { decided } from './decisions.js';
import { drafts, faults, warnings, type Scope } from './scope.js';
import { said } from './statements.js';

/** What must not be said in two ways of one queen. */
const FIRM = ['generation', 'birth_date', 'mated_at', 'mating_type', ...MATING];
const PARENTS = ['mother', 'father', 'mated_to'];
/** Of these the last row counts. */
const LOOSE = ['race', 'line', 'status', 'breeder_code', 'marking', 'notes', 'mating_station'];

/** Rows of queens of whom several rows speak, as `s` and `d`. */
const several = (scope: Scope) => sql`
  (select *, count(*) over (partition by queen_id) as rows from subject) s
  join ${drafts(scope)} on d."row" = s."row" and s.rows > 1`;

/**
 * Compares rows that speak of one queen: two births, names, parents or matings of hers are an error that names both rows,
 * unless the breeder decided that they are of the same queen; of anything else the last row counts.
 */
export async function checkContradictions(scope: Scope): Promise<void> {
  const isSame = sql`${decided(scope, sql`external_key`)} = 'same'`;
  const statements = told(scope);
  await faults(scope, sql`${statements} and not coalesce(${isSame}, false)`, 'contradicts_row');
  await warnings(scope, sql`${statements} and ${isSame}`, 'overrides_row');
  if (!scope.visits) await warnings(scope, overridden(scope), 'overrides_row');
}

/** Statements that differ from the first of their kind. */
function told(scope: Scope): RawBuilder<unknown> {
  const firm = FIRM.map((field) => sql`(${field}, '', ${sql.ref(`said_${field}`)}::text, ${sql.ref(field)}::text)`);
  const parents = PARENTS.map(
    (field) =>
      sql`(${field}, '', (select queen_id::text from reference where value = ${sql.ref(field)}), ${sql.ref(field)})`,
  );
  // A name that only repeats the identifier is none.
  const name = sql`('queen_name', external_key, case when identifier_key(name) <> external_key then name_key end, name)`;
  return sql`
    with together as (
      select s.queen_id, d.*, ${sql.join(FIRM.map((field) => sql`${said(field)} as ${sql.ref(`said_${field}`)}`))}
      from ${several(scope)}
    ), statement as (
      select queen_id, external_key, "row", field, value, shown,
             first_value("row") over first as first_row, first_value(value) over first as first_value,
             first_value(shown) over first as first_shown
      from together
      cross join lateral (values ${sql.join([...firm, ...parents, name])}) as said(field, kind, value, shown)
      where value is not null
      window first as (partition by queen_id, field, kind order by "row")
    )
    select "row", field,
           'contradicts row ' || first_row || ': "' || first_shown || '" and "' || shown || '" for one queen',
           jsonb_build_object('row', first_row, 'given', shown, 'other', first_shown) ||
             case when external_key is null then '{}' else jsonb_build_object('identifier', external_key) end as params
    from statement where value <> first_value`;
}

function overridden(scope: Scope): RawBuilder<unknown> {
  const loose = LOOSE.map((field) => sql`(${field}, d.${sql.ref(field)})`);
  return sql`
    with statement as (
      select s.queen_id, d."row", said.field, said.value, lag(said.value) over before as former, lag(d."row") over before as former_row
      from ${several(scope)} cross join lateral (values ${sql.join(loose)}) as said(field, value)
      where said.value is not null
      window before as (partition by s.queen_id, said.field order by d."row")
    )
    select "row", field, ${overrides('value', 'former', 'former_row')} from statement where value <> former`;
}

/** Message and params of a value that overrides the one of an earlier row. */
export const overrides = (value: string, former: string, row: string): RawBuilder<unknown> => {
  const [given, other] = [sql`left(${sql.ref(value)}, 100)`, sql`left(${sql.ref(former)}, 100)`];
  return sql`
    'overrides row ' || ${sql.ref(row)} || ': "' || ${given} || '" in place of "' || ${other} || '"',
    jsonb_build_object('row', ${sql.ref(row)}, 'given', ${given}, 'other', ${other}) as params`;
};
