import type { Transaction } from '@electric-sql/pglite';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '../db/database.js';
import type { Connection } from '../db/connection.js';
import type { Embedded } from '../db/embedded/connection.js';
import { CANONICAL_SETTINGS, columnsOf, quoted, type Queryable, type Table } from './tables.js';

/** The database as one moment shows it. */
export interface ReadTransaction extends Queryable {
  /** The rows of a table in PostgreSQL's text format for COPY; a chunk ends where it happens to. */
  copyOut(table: Table): AsyncIterable<Uint8Array>;
}

const ONE_MOMENT = 'set transaction isolation level repeatable read, read only';

/** Reads within one transaction. An embedded database waits meanwhile with everything else. */
export async function withSnapshot<T>(
  { pool, pglite }: Database,
  work: (reading: ReadTransaction) => Promise<T>,
): Promise<T> {
  if (!pool) return readEmbedded(pglite!, work);
  const client = await pool.acquire('service');
  let broken: Error | undefined;
  try {
    await client.query(`begin; ${ONE_MOMENT}; ${CANONICAL_SETTINGS}`);
    const done = await work(ofServer(client));
    await client.query('commit');
    return done;
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // A connection amid a transaction or a COPY is of no further use.
    client.release(broken);
  }
}

function ofServer(client: Connection): ReadTransaction {
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
    await tx.exec(`${ONE_MOMENT}; ${CANONICAL_SETTINGS}`);
    const query = async <Row>(text: string, values: unknown[] = []) => (await tx.query<Row>(text, values)).rows;
    return work({ query, copyOut: (table) => inParts(tx, table) });
  });
}

const PAGE = 8192;
/** Of a table at a time; one answer is held in memory whole. */
const PAGES = 128;

/** By where rows lie: that needs no key, and each part is found at once. */
async function* inParts(tx: Transaction, table: Table): AsyncGenerator<Uint8Array> {
  const name = `public.${quoted(table.name)}`;
  const { rows } = await tx.query<{ pages: number }>(
    `select (pg_relation_size('${name}') / ${PAGE})::integer as pages`,
  );
  for (let page = 0; page < rows[0]!.pages; page += PAGES) {
    const part = `ctid >= '(${page},0)' and ctid < '(${page + PAGES},0)'`;
    const { blob } = await tx.query(`copy (select ${columnsOf(table)} from ${name} where ${part}) to '/dev/blob'`);
    if (blob && blob.size > 0) yield new Uint8Array(await blob.arrayBuffer());
  }
}
