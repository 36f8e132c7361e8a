import { sql, type RawBuilder } from 'kysely';

/** A column of another row that `r` names by its id. */
function told(table: string, link: string, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${column} from ${sql.table(table)} o where o.account_id = r.account_id and o.id = ${sql.ref(`r.${link}`)})`;
}

/** By what a queen is found again: her number, else her name. */
const called = sql`coalesce(o.external_id, o.name)`;
const number = sql`o.external_id`;
const name = sql`o.name`;

/** The queen of a row, as the reader of tables knows her. */
export const queenOf = {
  queen_name: told('queen', 'queen_id', name),
  external_id: told('queen', 'queen_id', number),
};
export const apiaryOf = { apiary: told('apiary', 'apiary_id', name) };
export const hiveOf = { hive: told('hive', 'hive_id', name) };

/** Parents and mate. */
export const relatives = {
  mother: told('queen', 'mother_id', called),
  dam_external_id: told('queen', 'mother_id', number),
  father: told('queen', 'father_id', called),
  father_external_id: told('queen', 'father_id', number),
  mated_to: told('queen', 'mated_to_id', called),
  drone_sire_id: told('queen', 'mated_to_id', number),
};
