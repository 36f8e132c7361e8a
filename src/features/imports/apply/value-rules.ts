import { sql, type RawBuilder } from 'kysely';
import { DATES, DRONE_FIELDS } from '../draft-columns.js';

/**
 * SQL that decides which value has precedence. `d` are the rows of the file, `f` are the merged values of these rows,
 * and `q` is the stored queen. A less precise value, such as a year, does not contradict or replace a precise value in
 * the same year.
 */

/**
 * Returns the value of a row for comparison with other rows. If another row has a day in the same year, a value with
 * only the year is ignored.
 */
export function comparableValue(field: string): RawBuilder<unknown> {
  const column = sql.ref(`d.${field}`);
  if (DATES.includes(field)) {
    return sql`
      case when length(${column}) > 4 or max(length(${column})) over (partition by s.queen_id, left(${column}, 4)) = 4 then ${column} end`;
  }
  if (field !== 'mating_type') return column;
  return sql`
    case when d.supposed_sdi_code is not null and bool_or(d.mating_type = 'single_drone') over (partition by s.queen_id)
         then 'single_drone' else d.mating_type end`;
}

/** Merges the values of all rows that describe one queen. The last value is used. */
export function mergedValue(column: string): string {
  const last = `array_agg(d.${column} order by d."row" desc) filter (where d.${column} is not null)`;
  // Within the year of the last value, a day has precedence over the year alone.
  if (DATES.includes(column)) {
    return `(select day from unnest(${last}) with ordinality as dated(day, place)
      where left(day, 4) = left((${last})[1], 4) order by length(day) desc, place limit 1)`;
  }
  // The first spelling of an identifier is stored.
  if (column === 'external_id')
    return `(array_agg(d.external_id order by d."row") filter (where d.external_id is not null))[1]`;
  // The key belongs to the stored name: the last name or, if no row has a name, the first spelling of the identifier.
  if (column === 'name_key')
    return `(array_agg(d.name_key order by d.name is null, case when d.name is null then -d."row" else d."row" end desc))[1]`;
  const order = column === 'mating_type' ? 'd.supposed_sdi_code is not null, ' : '';
  return `(array_agg(d.${column} order by ${order}d."row" desc) filter (where d.${column} is not null))[1]`;
}

/** Condition: the file does not state the number of drones, and the account has a mating with a single drone. */
const LEAVES_SINGLE_DRONE = `f.supposed_sdi_code is not null and f.sdi_code is null and q.mating_type = 'single_drone'`;

/**
 * Condition: the file changes the mating type from or to a single drone, a single queen or open mating, so the stored
 * values of the drone fields do not apply.
 */
const IS_OTHER_MATING = `f.mating_type <> coalesce(q.mating_type, '') and
  (f.mating_type in ('single_drone', 'single_queen', 'open') or q.mating_type in ('single_drone', 'single_queen', 'open'))`;

const ASSUMED_VALUES: Record<string, string> = {
  birth_date: ', f.supposed_birth_date',
  generation: `, f.supposed_generation, 'F0'`,
  sdi_code: ', f.supposed_sdi_code',
};

/**
 * Returns SQL for the new value of a field. This is the value of the file. If the file has no value, it is the stored
 * value. If there is no stored value, it is the assumed value.
 */
export function nextValue(column: string): string {
  const [fromFile, stored, assumed] = [`f.${column}`, `q.${column}`, ASSUMED_VALUES[column] ?? ''];
  const plain = `coalesce(${fromFile}, ${stored}${assumed})`;
  if (DATES.includes(column)) return `case when left(${stored}, 4) = ${fromFile} then ${stored} else ${plain} end`;
  if (column === 'mating_type') return `case when ${LEAVES_SINGLE_DRONE} then ${stored} else ${plain} end`;
  if (!DRONE_FIELDS.includes(column)) return plain;
  return `
    case when ${LEAVES_SINGLE_DRONE} then coalesce(${fromFile}, ${stored})
         when ${IS_OTHER_MATING} then coalesce(${fromFile}${assumed || ', null'})
         else ${plain} end`;
}
