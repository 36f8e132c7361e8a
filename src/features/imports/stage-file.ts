import { sql, type Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { requireOpenAccount } from '../../db/open-account.js';
import { AuditAction } from '../audit/audit.enums.js';
import { insertEvents } from '../audit/record.js';
import type { Services } from '../../graphql/context.js';
import { ConcurrencyQueue } from '../../core/concurrency-queue.js';
import { cutText } from '../../core/storable-text.js';
import { unauthenticated } from '../../core/errors.js';
import { insertIdempotentResult } from '../../db/idempotency.js';
import { NO_ROWS } from './apply/outcome.js';
import type { Import } from './import.entity.js';
import type { ImportOptions } from './import-options.js';
import { storeFile, withStoredFile } from './stored-file.js';
import type { Batch, TableHead } from './reading/draft.js';
import { readInWorker } from './reading/read-table.js';
import type { ImportKey } from './findings.js';
import { openStage, deleteStagedRows, type Stage } from './staging.js';

/**
 * Limits the files that are read at the same time. Each file needs a thread and, on a PostgreSQL server, a database
 * connection. An account can use only one of the two slots.
 */
const readingQueue = new ConcurrencyQueue({ total: 2, perKey: 1 });

/** Head of a file. It is known before the rows are read. */
type StagedHead = Pick<TableHead, 'sheet' | 'sheets' | 'headers' | 'columns'> &
  Partial<Pick<TableHead, 'encoding' | 'headerRow'>> & { format: string };

/** Reads a file. Calls `head` once, then `batch` with the rows. */
export type Reader<Read> = (handlers: {
  head(head: StagedHead): Promise<void>;
  batch(batch: Read): Promise<void>;
}) => Promise<void>;

/**
 * Stages a whole table, batch by batch, and creates an import, which a job applies later.
 * @param check called with the head of the file before anything is written; may throw
 * @throws the errors of {@link stageImport}
 */
export function stageFile(
  services: Pick<Services, 'orm'>,
  accountId: string,
  path: string,
  options: ImportOptions,
  check: (head: TableHead) => void,
): Promise<ImportKey> {
  const { reading, dryRun } = options;
  const { database } = services.orm;
  return stageImport<Batch>(
    services,
    accountId,
    options,
    async (key) => {
      if (dryRun) await storeFile(database.kysely, key, path);
      return openStage(database, key, reading, dryRun);
    },
    ({ head, batch }) =>
      readInWorker(path, reading, {
        batch,
        head(table) {
          check(table);
          return head(table);
        },
      }),
  );
}

/**
 * Reads the stored file of an import again, with changed options, and stages its rows.
 * @throws {UnreadableFile}
 */
export async function restageFile({ orm }: Pick<Services, 'orm'>, row: Import): Promise<void> {
  const { accountId, id: importId, filename, options } = row;
  const { kysely: db } = orm.database;
  const key = { accountId, importId };
  const mine = sql`account_id = ${accountId}::uuid and id = ${importId}::uuid`;
  const reading = { ...options, filename };
  const release = await readingQueue.acquire(accountId);
  try {
    await deleteStagedRows(db, key);
    for (const table of ['import_error', 'import_review'])
      await sql`
        delete from ${sql.table(table)}
        where account_id = ${accountId}::uuid and import_id = ${importId}::uuid`.execute(db);
    await sql`update import set error_count = 0, warning_count = 0 where ${mine}`.execute(db);
    await withStoredFile(db, key, async (path) => {
      const counts = new ReadCounts();
      const stage = await openStage(orm.database, key, reading, true);
      try {
        await readInWorker(path, reading, {
          async head({ format, sheet, encoding, headerRow, headers, columns }) {
            await sql`
              update import set format = ${format}, sheet = ${sheet}, encoding = ${encoding}, header_row = ${headerRow},
                headers = array(select json_array_elements_text(${JSON.stringify(headers)}::json)),
                columns = ${JSON.stringify(columns)}::jsonb
              where ${mine}`.execute(db);
          },
          async batch(batch) {
            counts.add(batch);
            await stage.write(batch);
          },
        });
        await stage.end(sql`update import set is_staged = true, ${counts.assigned()} where ${mine}`);
      } catch (error) {
        stage.abort(error as Error);
        throw error;
      }
    });
  } finally {
    release();
  }
}

/** Counts the rows of a file, and the errors and warnings from reading it. */
class ReadCounts {
  private rows = 0;
  private errors = 0;
  private warnings = 0;

  add({ rows, errors, warnings = [] }: Pick<Batch, 'rows' | 'errors'> & Partial<Batch>): void {
    this.rows += rows;
    this.errors += errors.length;
    this.warnings += warnings.length;
  }

  /** Returns the assignments for an `update import` statement. */
  assigned() {
    return sql`rows = ${this.rows}, error_count = ${this.errors}, warning_count = ${this.warnings}`;
  }
}

/**
 * Stages the rows of a file and creates an import, which a job applies later. The import becomes visible when all rows
 * are staged. For an unreadable file, no import remains.
 * @throws {UnreadableFile}
 * @throws {ServiceError} `unauthenticated` if the account was deleted meanwhile
 */
export async function stageImport<Read extends Pick<Batch, 'rows' | 'errors'> & Partial<Pick<Batch, 'warnings'>>>(
  { orm }: Pick<Services, 'orm'>,
  accountId: string,
  { by, dryRun, reading, decisions = { each: {} }, idempotency }: ImportOptions,
  open: (key: ImportKey) => Promise<Stage<Read>>,
  read: Reader<Read>,
): Promise<ImportKey> {
  const db = orm.database.kysely;
  const key: ImportKey = { accountId, importId: uuid() };
  const { filename, ...readingOptions } = reading;
  const mine = sql`account_id = ${accountId}::uuid and id = ${key.importId}::uuid`;
  const counts = new ReadCounts();
  const none = JSON.stringify(NO_ROWS);
  let stage: Stage<Read> | undefined;
  const opened = () => {
    if (!stage) throw new Error('The head of the file must be read before its rows.');
    return stage;
  };
  const release = await readingQueue.acquire(accountId);
  try {
    await read({
      async head(head) {
        await sql`
          insert into import (account_id, id, status, filename, dry_run, decisions, options, format, sheet, encoding, header_row, sheets, headers, columns, created, updated, unchanged)
          values (${accountId}::uuid, ${key.importId}::uuid, 'receiving', ${cutText(filename, 255)}, ${dryRun}, ${JSON.stringify(decisions)}::jsonb, ${JSON.stringify(readingOptions)}::jsonb, ${head.format},
            ${head.sheet}, ${head.encoding ?? null}, ${head.headerRow ?? null}::integer, array(select json_array_elements_text(${JSON.stringify(head.sheets)}::json)),
            array(select json_array_elements_text(${JSON.stringify(head.headers)}::json)),
            ${JSON.stringify(head.columns)}::jsonb, ${none}::jsonb, ${none}::jsonb, ${none}::jsonb)`.execute(db);
        stage = await open(key);
      },
      async batch(batch) {
        counts.add(batch);
        await opened().write(batch);
      },
    });
    const event = { action: AuditAction.import_started, by, subjectId: key.importId };
    const row = sql`import where ${mine}`;
    const savedResult = idempotency && insertIdempotentResult(sql`account_id`, idempotency, [key.importId], row);
    const isUpdated = await opened().end(sql`
      with recorded_event as (${insertEvents(sql`account_id`, event, sql`${row} and not dry_run`)})
        ${savedResult ? sql`, saved_result as (${savedResult})` : sql``}
      update import set status = 'queued', ${counts.assigned()} where ${mine}`);
    if (!isUpdated) throw unauthenticated();
    return key;
  } catch (error) {
    stage?.abort(error as Error);
    await deleteUnfinishedImport(db, key);
    await requireOpenAccount(db, accountId);
    throw error;
  } finally {
    release();
  }
}

/** Deletes an import whose upload was not completed, and its staged rows. */
export async function deleteUnfinishedImport(db: Kysely<unknown>, key: ImportKey): Promise<void> {
  await deleteStagedRows(db, key);
  await sql`delete from import where account_id = ${key.accountId}::uuid and id = ${key.importId}::uuid`.execute(db);
}
