import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { from as copyFrom } from 'pg-copy-streams';
import { v7 as uuid } from 'uuid';
import type { Database } from '../../db/database.js';
import { STAGING_TABLES } from '../../db/staging-tables.js';
import { nameKey } from '../queens/name-key.js';
import { copyLine, type CopyValue } from './copy-text.js';
import { DRAFT_COLUMNS } from './draft-columns.js';
import { keepFindings, MAX_FINDINGS, type ImportKey } from './findings.js';
import type { Batch, Draft, ReadOptions } from './reading/draft.js';

/** Takes what is read, batch by batch, beside the account's data. */
export interface Stage<Read = Batch> {
  write(batch: Read): Promise<void>;
  end: Copy['end'];
  abort(error: Error): void;
}

const COPY = `copy import_draft (account_id, import_id, ${DRAFT_COLUMNS.map((name) => `"${name}"`).join(', ')}) from`;

/** Opens the way in, by COPY: several times as fast as inserting. A server takes one stream, the embedded database a batch at a time. */
export async function openStage(database: Database, key: ImportKey, reading: ReadOptions): Promise<Stage> {
  const lines = (batch: Batch) => batch.drafts.map((draft) => copyLine(valuesOf(draft, key, reading))).join('');
  const copy = await openCopy(database, COPY);
  let room = MAX_FINDINGS;
  return {
    async write(batch) {
      await keepFindings(database.kysely, key, batch.errors, false);
      const warnings = batch.warnings.slice(0, room);
      room -= warnings.length;
      await keepFindings(database.kysely, key, warnings, true);
      await copy.write(lines(batch));
    },
    end: copy.end,
    abort: copy.abort,
  };
}

export interface Copy {
  write(lines: string): Promise<void>;
  /**
   * All is written; only now is any of it there for sure.
   * @param last an `update` that says so: on a server it and the rows take effect together, or neither
   * @returns whether there was anything to update
   */
  end(last: RawBuilder<unknown>): Promise<boolean>;
  abort(error: Error): void;
}

/** @param statement `copy … from` */
export async function openCopy({ pool, pglite, kysely }: Database, statement: string): Promise<Copy> {
  return pool ? copyToServer(pool, kysely, statement) : copyToEmbedded(pglite!, kysely, statement);
}

async function copyToServer(
  pool: NonNullable<Database['pool']>,
  kysely: Kysely<unknown>,
  statement: string,
): Promise<Copy> {
  const client = await pool.acquire('service');
  // Goes first on the wire; where it fails, so does what follows.
  const begun = client.query('begin');
  const stream = client.query(copyFrom(`${statement} stdin`));
  const done = Promise.all([begun, finished(stream)]);
  // A connection amid a broken COPY is of no further use.
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

function copyToEmbedded(pglite: NonNullable<Database['pglite']>, kysely: Kysely<unknown>, statement: string): Copy {
  return {
    async write(lines) {
      if (lines) await pglite.query(`${statement} '/dev/blob'`, [], { blob: new Blob([lines]) });
    },
    end: async (last) => (await last.execute(kysely)).numAffectedRows !== 0n,
    abort: () => undefined,
  };
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

function valuesOf(
  draft: Draft,
  { accountId, importId }: ImportKey,
  { mapping, generation, evalYear }: ReadOptions,
): CopyValue[] {
  const name = draft.name ?? draft.external_id;
  const isPlain = !mapping && !generation && evalYear === undefined;
  const otherwise = isPlain
    ? undefined
    : JSON.stringify([mapping, generation, ...(evalYear === undefined ? [] : [evalYear])]);
  const row: Record<string, CopyValue> = {
    ...draft,
    identifiers: draft.identifiers?.length ? draft.identifiers : undefined,
    // Read in another way, the same raw row says something else.
    digest: otherwise === undefined ? draft.digest : md5(draft.digest + otherwise),
    id: uuid(),
    evaluation_id: uuid(),
    name_key: name === undefined ? undefined : nameKey(name),
  };
  return [accountId, importId, ...DRAFT_COLUMNS.map((column) => row[column])];
}

/** Forgets what was staged of an import: no key takes it along. */
export async function unstage(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<void> {
  for (const table of STAGING_TABLES) {
    await sql`
      delete from ${sql.table(table)} where account_id = ${accountId}::uuid and import_id = ${importId}::uuid`.execute(
      db,
    );
  }
}

/** Forgets what was staged for imports that are no more. */
export async function unstageOrphans(db: Kysely<unknown>): Promise<void> {
  for (const table of STAGING_TABLES) {
    await sql`
      delete from ${sql.table(table)} d where not exists (
        select from import i where i.account_id = d.account_id and i.id = d.import_id
      )`.execute(db);
  }
}
