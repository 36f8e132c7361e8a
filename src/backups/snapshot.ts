import { to as copyTo } from 'pg-copy-streams';
import type { Database, PGliteCopy } from '../db/database.js';
import type { Connection } from '../db/connection.js';
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
  const client = await pool.acquire('service');
  let broken: Error | undefined;
  try {
    await client.query(`begin; ${SNAPSHOT_ISOLATION}; ${CANONICAL_SETTINGS}`);
    const done = await work({
      query: async <Row>(text: string, values: unknown[] = []) => (await client.query(text, values)).rows as Row[],
      copyOut: (table) => (pglite ? inParts(client, pglite, table) : inOneStream(client, table)),
    });
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

const nameOf = (table: Table): string => `public.${quoted(table.name)}`;

const inOneStream = (client: Connection, table: Table): AsyncIterable<Uint8Array> =>
  client.query(copyTo(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`));

const PAGE_BYTES = 8192;
/** Number of pages that a query reads. The result of a query is held in memory. */
const PAGES_PER_PART = 128;

/**
 * Reads a table of an embedded database by physical position. Physical positions need no key, and a part is found
 * without reading the previous parts.
 */
async function* inParts(client: Connection, pglite: PGliteCopy, table: Table): AsyncGenerator<Uint8Array> {
  const name = nameOf(table);
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size('${name}') / ${PAGE_BYTES})::integer as pages`,
  );
  const { pages } = onlyRow(rows);
  for (let page = 0; page < pages; page += PAGES_PER_PART) {
    const part = `ctid >= '(${page},0)' and ctid < '(${page + PAGES_PER_PART},0)'`;
    const { blob } = await pglite.query(`copy (select ${columnsOf(table)} from ${name} where ${part}) to '/dev/blob'`);
    if (blob && blob.size > 0) yield new Uint8Array(await blob.arrayBuffer());
  }
}
