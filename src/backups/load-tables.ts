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

/** A transaction that can load tables. */
export interface WriteTransaction extends Queryable {
  /** @param statement `copy … from` */
  copyIn(statement: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * Loads rows into empty tables. Foreign keys are dropped first, and created again at the end, which checks them.
 * Triggers are disabled, because the rows that they would write are loaded as well.
 * @throws {CommandError} if the row count or the checksum of a loaded table differs from the source
 */
export async function loadTables(
  transaction: WriteTransaction,
  tables: MeasuredTable[],
  rowsOf: (table: Table) => AsyncIterable<Uint8Array>,
): Promise<void> {
  const keys = await foreignKeys(transaction);
  for (const { table, name } of keys) await transaction.query(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) {
    const name = `public.${quoted(table.name)}`;
    await transaction.query(`alter table ${name} disable trigger user`);
    await transaction.copyIn(`copy ${name} (${columnsOf(table)}) from`, rowsOf(table));
    await transaction.query(`alter table ${name} enable trigger user`);
  }
  for (const { table, name, definition } of keys) {
    await transaction.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  await verifyTables(transaction, tables);
}

async function verifyTables(db: Queryable, tables: MeasuredTable[]): Promise<void> {
  const found = differences(tables, await measureTables(db, tables));
  if (found.length > 0) throw new CommandError(`The written data differs from the source: ${found.join('; ')}.`);
}

const foreignKeys = (db: Queryable) =>
  db.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`);
