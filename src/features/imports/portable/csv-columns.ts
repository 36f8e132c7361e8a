import { sql, type RawBuilder } from 'kysely';

/** Selects a column of the row that `r` refers to by `link`. */
function columnOf(table: string, link: string, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${column} from ${sql.table(table)} o where o.account_id = r.account_id and o.id = ${sql.ref(`r.${link}`)})`;
}

/** Text that an import uses to find a queen: her identifier or, without one, her name. */
const identifierOrName = sql`coalesce(o.external_id, o.name)`;
const number = sql`o.external_id`;
const name = sql`o.name`;

/** Columns for the queen of a row. An import recognizes their headers. */
export const queenOf = {
  queen_name: columnOf('queen', 'queen_id', name),
  external_id: columnOf('queen', 'queen_id', number),
};
export const apiaryOf = { apiary: columnOf('apiary', 'apiary_id', name) };
export const hiveOf = { hive: columnOf('hive', 'hive_id', name) };

/** Columns for the parents and the mate of a queen. */
export const relatives = {
  mother: columnOf('queen', 'mother_id', identifierOrName),
  dam_external_id: columnOf('queen', 'mother_id', number),
  father: columnOf('queen', 'father_id', identifierOrName),
  father_external_id: columnOf('queen', 'father_id', number),
  mated_to: columnOf('queen', 'mated_to_id', identifierOrName),
  drone_sire_id: columnOf('queen', 'mated_to_id', number),
};
