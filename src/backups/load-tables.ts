import { CommandError } from '../core/command-error.js';
import {
  measureTables,
  differences,
  columnsOf,
  quoted,
  type Queryable,
  type MeasuredTable,
  type Table,
} from './tables.js';

/** A transaction that fills tables. */
export interface WriteTransaction extends Queryable {
  /** @param statement `copy … from` */
  copyIn(statement: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * Fills empty tables with rows that belong together. Keys between tables are put aside, to be checked when all rows are
 * there, and so are triggers: what they would write are rows of tables that are filled as well.
 * @throws {CommandError} where the tables then hold anything else than they should
 */
export async function loadTables(
  writing: WriteTransaction,
  tables: MeasuredTable[],
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
  await verifyTables(writing, tables);
}

export async function verifyTables(asking: Queryable, tables: MeasuredTable[]): Promise<void> {
  const found = differences(tables, await measureTables(asking, tables));
  if (found.length > 0) throw new CommandError(`What was written is not what was read: ${found.join('; ')}.`);
}

const foreignKeys = (asking: Queryable) =>
  asking.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`);
