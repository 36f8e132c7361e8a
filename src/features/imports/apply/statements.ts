import { sql, type RawBuilder } from 'kysely';
import { DATES, MATING } from '../draft-columns.js';

/**
 * Which of several statements of a queen counts: those of rows (`d`), what they come to (`f`), and what stood of her
 * (`q`). What is less precise and agrees neither wins nor contradicts.
 */

/** What a row says, to be compared with other rows: a year alone says nothing beside a day in it that one of them names. */
export function said(field: string): RawBuilder<unknown> {
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

/** What several rows come to: the last that says anything counts, where they do not contradict each other. */
export function merged(column: string): string {
  const last = `array_agg(d.${column} order by d."row" desc) filter (where d.${column} is not null)`;
  // Of the last year that is said, the day if any row says one.
  if (DATES.includes(column)) {
    return `(select day from unnest(${last}) with ordinality as said(day, place)
      where left(day, 4) = left((${last})[1], 4) order by length(day) desc, place limit 1)`;
  }
  // An identifier stays as it is written first.
  if (column === 'external_id')
    return `(array_agg(d.external_id order by d."row") filter (where d.external_id is not null))[1]`;
  const open = column === 'mating_type' ? 'd.supposed_sdi_code is not null, ' : '';
  return `(array_agg(d.${column} order by ${open}d."row" desc) filter (where d.${column} is not null))[1]`;
}

/** The file does not say of how many drones the mating was, of which a single one is known. */
const LEFT_OPEN = `f.supposed_sdi_code is not null and f.sdi_code is null and q.mating_type = 'single_drone'`;

/** The file tells of another mating, which numbers of the former do not fit. */
const AFRESH = `f.mating_type <> coalesce(q.mating_type, '') and
  (f.mating_type in ('single_drone', 'single_queen', 'open') or q.mating_type in ('single_drone', 'single_queen', 'open'))`;

const SUPPOSED_FOR: Record<string, string> = {
  birth_date: ', f.supposed_birth_date',
  generation: `, f.supposed_generation, 'F0'`,
  sdi_code: ', f.supposed_sdi_code',
};

/** A fact as it will be: as the file says it, else as it stood, else as is supposed. */
export function next(column: string): string {
  const [given, stood, supposed] = [`f.${column}`, `q.${column}`, SUPPOSED_FOR[column] ?? ''];
  const plain = `coalesce(${given}, ${stood}${supposed})`;
  if (DATES.includes(column)) return `case when left(${stood}, 4) = ${given} then ${stood} else ${plain} end`;
  if (column === 'mating_type') return `case when ${LEFT_OPEN} then ${stood} else ${plain} end`;
  if (!MATING.includes(column)) return plain;
  return `
    case when ${LEFT_OPEN} then coalesce(${given}, ${stood})
         when ${AFRESH} then coalesce(${given}${supposed || ', null'})
         else ${plain} end`;
}
