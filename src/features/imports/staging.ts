import { hash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { from as copyFrom } from 'pg-copy-streams';
import { v7 as uuid } from 'uuid';
import type { ConnectionPool } from '../../db/connection-pool.js';
import type { Database, PGliteCopy } from '../../db/database.js';
import { STAGING_TABLES } from '../../db/staging-tables.js';
import { nameKey } from '../queens/name-key.js';
import { copyLine, type CopyValue } from './copy-text.js';
import { DRAFT_COLUMNS } from './draft-columns.js';
import { saveFindings, MAX_FINDINGS, type ImportKey } from './findings.js';
import { saveUnusedRows } from './review/save-rows.js';
import type { Batch, Draft, ReadOptions } from './reading/draft.js';

/** Receives the rows of a file in batches and stores them apart from the account's data. */
export interface Stage<Read = Batch> {
  write(batch: Read): Promise<void>;
  end: Copy['end'];
  abort(error: Error): void;
}

const COPY = `copy import_draft (account_id, import_id, ${DRAFT_COLUMNS.map((name) => `"${name}"`).join(', ')}) from`;

/**
 * Stages rows with COPY, which is several times as fast as INSERT. A PostgreSQL server receives one stream; the
 * embedded database receives one statement for each batch.
 * @param isReviewed whether to store all unused rows for the review. If false, stores only rows that the user decided
 * to leave out
 */
export async function openStage(
  database: Database,
  key: ImportKey,
  reading: ReadOptions,
  isReviewed: boolean,
): Promise<Stage> {
  const lines = (batch: Batch) => batch.drafts.map((draft) => copyLine(valuesOf(draft, key, reading))).join('');
  const copy = await startCopy(database, COPY);
  let warningsLeft = MAX_FINDINGS;
  return {
    async write(batch) {
      await saveFindings(database.kysely, key, batch.errors, false);
      const warnings = batch.warnings.slice(0, warningsLeft);
      warningsLeft -= warnings.length;
      await saveFindings(database.kysely, key, warnings, true);
      const unused = isReviewed ? batch.unused : batch.unused.filter(({ state }) => state === 'skipped');
      await saveUnusedRows(database.kysely, key, unused, reading.edits?.errors);
      await copy.write(lines(batch));
    },
    end: copy.end,
    abort: copy.abort,
  };
}

export interface Copy {
  write(lines: string): Promise<void>;
  /**
   * Ends the stream.
   * @param last an `update` that marks the import as complete. On a PostgreSQL server, it is committed together with
   * the rows; if it updates no row, the rows are rolled back
   * @returns whether `last` updated a row
   */
  end(last: RawBuilder<unknown>): Promise<boolean>;
  abort(error: Error): void;
}

/** @param statement `copy … from` */
export async function startCopy({ pool, pglite, kysely }: Database, statement: string): Promise<Copy> {
  return pglite ? copyToEmbedded(pool, pglite, kysely, statement) : copyToServer(pool, kysely, statement);
}

async function copyToServer(pool: ConnectionPool, kysely: Kysely<unknown>, statement: string): Promise<Copy> {
  const client = await pool.acquire('service');
  // Not awaited. If `begin` fails, the following statements also fail.
  const begun = client.query('begin');
  const stream = client.query(copyFrom(`${statement} stdin`));
  const done = Promise.all([begun, finished(stream)]);
  // A connection with a broken COPY cannot be reused.
  done.catch((error: Error) => client.release(error));
  return {
    async write(lines) {
      if (!stream.write(lines)) await Promise.race([once(stream, 'drain'), done]);
    },
    async end(last) {
      stream.end();
      await done;
      const { sql: text, parameters } = last.compile(kysely);
      try {
        const { rowCount } = await client.query(text, [...parameters]);
        await client.query(rowCount ? 'commit' : 'rollback');
        client.release();
        return Boolean(rowCount);
      } catch (error) {
        client.release(error as Error);
        throw error;
      }
    },
    abort: (error) => void stream.destroy(error),
  };
}

function copyToEmbedded(pool: ConnectionPool, pglite: PGliteCopy, kysely: Kysely<unknown>, statement: string): Copy {
  return {
    async write(lines) {
      if (lines)
        await pool.run('service', () => pglite.query(`${statement} '/dev/blob'`, [], { blob: new Blob([lines]) }));
    },
    end: async (last) => (await last.execute(kysely)).numAffectedRows !== 0n,
    abort: () => undefined,
  };
}

function valuesOf(
  draft: Draft,
  { accountId, importId }: ImportKey,
  { mapping, generation, evalYear }: ReadOptions,
): CopyValue[] {
  const name = draft.name ?? draft.external_id;
  const isPlain = !mapping && !generation && evalYear === undefined;
  const options = isPlain
    ? undefined
    : JSON.stringify([mapping, generation, ...(evalYear === undefined ? [] : [evalYear])]);
  const row: Record<string, CopyValue> = {
    ...draft,
    identifiers: draft.identifiers?.length ? draft.identifiers : undefined,
    // Includes the options, because the same raw row has another meaning with other options.
    digest: options === undefined ? draft.digest : hash('md5', draft.digest + options),
    id: uuid(),
    evaluation_id: uuid(),
    name_key: name === undefined ? undefined : nameKey(name),
  };
  return [accountId, importId, ...DRAFT_COLUMNS.map((column) => row[column])];
}

/** Deletes the staged rows of an import. No foreign key deletes these rows together with the import. */
export async function deleteStagedRows(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<void> {
  for (const table of STAGING_TABLES) {
    await sql`
      delete from ${sql.table(table)} where account_id = ${accountId}::uuid and import_id = ${importId}::uuid`.execute(
      db,
    );
  }
}

/** Deletes the staged rows of imports that no longer exist. */
export async function deleteOrphanedRows(db: Kysely<unknown>): Promise<void> {
  for (const table of STAGING_TABLES) {
    await sql`
      delete from ${sql.table(table)} d where not exists (
        select from import i where i.account_id = d.account_id and i.id = d.import_id
      )`.execute(db);
  }
}
