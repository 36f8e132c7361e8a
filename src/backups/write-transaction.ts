import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { Kysely, PostgresDialect, type ControlledTransaction } from 'kysely';
import { from as copyFrom } from 'pg-copy-streams';
import type { Connection } from '../db/connection.js';
import type { Database, PGliteCopy } from '../db/database.js';
import type { WriteTransaction } from './load-tables.js';
import { CANONICAL_SETTINGS } from './tables.js';

/** Runs `work` in a transaction. Migrations use the same transaction through the second argument of `work`. */
export async function writeInTransaction(
  { pool, pglite }: Database,
  work: (writing: WriteTransaction, transaction: ControlledTransaction<unknown>) => Promise<void>,
): Promise<void> {
  const client = await pool.acquire('service');
  const singleConnection = { options: {}, connect: () => Promise.resolve(client), end: () => Promise.resolve() };
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: singleConnection }) });
  const transaction = await kysely.startTransaction().execute();
  try {
    await client.query(CANONICAL_SETTINGS);
    const writing: WriteTransaction = {
      query: async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[],
      copyIn: (statement, chunks) =>
        pglite ? copyInParts(pglite, statement, chunks) : copyInOneStream(client, statement, chunks),
    };
    await work(writing, transaction);
    await transaction.commit().execute();
  } catch (error) {
    await transaction.rollback().execute();
    throw error;
  }
}

async function copyInOneStream(
  client: Connection,
  statement: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const stream = client.query(copyFrom(`${statement} stdin`));
  const done = finished(stream);
  done.catch(() => undefined);
  try {
    for await (const chunk of chunks) {
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done]);
    }
    stream.end();
  } catch (error) {
    stream.destroy(error as Error);
    await done.catch(() => undefined);
    throw error;
  }
  await done;
}

/** Approximate size of a part. Each part ends at the end of a row, and is held in memory. */
const PART_BYTES = 1024 * 1024;
const NEWLINE = 10;

async function copyInParts(pglite: PGliteCopy, statement: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  const write = async () => {
    if (bytes > 0)
      await pglite.query(`${statement} '/dev/blob'`, [], { blob: new Blob(held as Uint8Array<ArrayBuffer>[]) });
    held = [];
    bytes = 0;
  };
  const hold = (chunk: Uint8Array) => {
    held.push(chunk);
    bytes += chunk.length;
  };
  for await (const chunk of chunks) {
    // Line breaks within values are escaped, so a newline always ends a row.
    const end = bytes + chunk.length < PART_BYTES ? 0 : chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      hold(chunk);
      continue;
    }
    hold(chunk.subarray(0, end));
    await write();
    hold(chunk.subarray(end));
  }
  await write();
}
