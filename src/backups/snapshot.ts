import type { Transaction } from '@electric-sql/pglite';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '../db/database.js';
import type { Connection } from '../db/connection.js';
import type { Embedded } from '../db/embedded/connection.js';
import { onlyRow } from '../db/only-row.js';
import { CANONICAL_SETTINGS, columnsOf, quoted, type Queryable, type Table } from './tables.js';

/** A read-only transaction on a snapshot of the database. */
export interface ReadTransaction extends Queryable {
  /** The rows of a table in PostgreSQL's text format for COPY; a chunk can end within a row. */
  copyOut(table: Table): AsyncIterable<Uint8Array>;
}

const SNAPSHOT_ISOLATION = 'set transaction isolation level repeatable read, read only';

/** Runs `work` in one transaction. All other statements of an embedded database wait until the transaction ends. */
export async function withSnapshot<T>(
  { pool, pglite }: Database,
  work: (reading: ReadTransaction) => Promise<T>,
): Promise<T> {
  if (!pool) return readEmbedded(pglite, work);
  const client = await pool.acquire('service');
  let broken: Error | undefined;
  try {
    await client.query(`begin; ${SNAPSHOT_ISOLATION}; ${CANONICAL_SETTINGS}`);
    const done = await work(serverTransaction(client));
    await client.query('commit');
    return done;
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // A connection with an open transaction or COPY cannot be reused.
    client.release(broken);
  }
}

function serverTransaction(client: Connection): ReadTransaction {
  return {
    async query<Row>(text: string, values: unknown[] = []) {
      return (await client.query(text, values)).rows as Row[];
    },
    copyOut: (table) =>
      client.query(copyTo(`copy (select ${columnsOf(table)} from public.${quoted(table.name)}) to stdout`)),
  };
}

async function readEmbedded<T>(pglite: Embedded, work: (reading: ReadTransaction) => Promise<T>): Promise<T> {
  return pglite.transaction(async (tx) => {
    await tx.exec(`${SNAPSHOT_ISOLATION}; ${CANONICAL_SETTINGS}`);
    const query = async <Row>(text: string, values: unknown[] = []) => (await tx.query<Row>(text, values)).rows;
    return work({ query, copyOut: (table) => inParts(tx, table) });
  });
}

const PAGE_BYTES = 8192;
/** Number of pages that a query reads. Its result is held in memory. */
const PAGES_PER_PART = 128;

/**
 * Reads a table by physical position. Physical positions need no key, and a part is found without reading the previous
 * parts.
 */
async function* inParts(tx: Transaction, table: Table): AsyncGenerator<Uint8Array> {
  const name = `public.${quoted(table.name)}`;
  const { rows } = await tx.query<{ pages: number }>(
    `select (pg_relation_size('${name}') / ${PAGE_BYTES})::integer as pages`,
  );
  const { pages } = onlyRow(rows);
  for (let page = 0; page < pages; page += PAGES_PER_PART) {
    const part = `ctid >= '(${page},0)' and ctid < '(${page + PAGES_PER_PART},0)'`;
    const { blob } = await tx.query(`copy (select ${columnsOf(table)} from ${name} where ${part}) to '/dev/blob'`);
    if (blob && blob.size > 0) yield new Uint8Array(await blob.arrayBuffer());
  }
}
