import { Refusal } from '../core/refusal.js';
import { measure, differences, columnsOf, quoted, type Asking, type Measured, type Table } from './tables.js';

/** A transaction that fills tables. */
export interface Writing extends Asking {
  /** @param statement `copy … from` */
  copyIn(statement: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * Fills empty tables with rows that belong together. Keys between tables are put aside, to be checked when all rows are
 * there, and so are triggers: what they would write are rows of tables that are filled as well.
 * @throws {Refusal} where the tables then hold anything else than they should
 */
export async function loadTables(
  writing: Writing,
  tables: Measured[],
  rowsOf: (table: Table) => AsyncIterable<Uint8Array>,
): Promise<void> {
  const keys = await foreignKeys(writing);
  for (const { table, name } of keys) await writing.query(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) {
    const name = `public.${quoted(table.name)}`;
    await writing.query(`alter table ${name} disable trigger user`);
    await writing.copyIn(`copy ${name} (${columnsOf(table)}) from`, rowsOf(table));
    await writing.query(`alter table ${name} enable trigger user`);
  }
  for (const { table, name, definition } of keys) {
    await writing.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  await mustBeSame(writing, tables);
}

export async function mustBeSame(asking: Asking, tables: Measured[]): Promise<void> {
  const found = differences(tables, await measure(asking, tables));
  if (found.length > 0) throw new Refusal(`What was written is not what was read: ${found.join('; ')}.`);
}

const foreignKeys = (asking: Asking) =>
  asking.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`);
