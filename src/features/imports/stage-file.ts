import { sql, type Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { requireOpenAccount } from '../../db/open-account.js';
import { AuditAction } from '../audit/audit.enums.js';
import { insertEvents } from '../audit/record.js';
import type { Services } from '../../graphql/context.js';
import { ConcurrencyQueue } from '../../core/concurrency-queue.js';
import { unauthenticated } from '../../core/errors.js';
import { insertIdempotentResult } from '../../db/idempotency.js';
import type { ImportOptions } from './import-options.js';
import type { Batch, TableHead } from './reading/draft.js';
import { readInWorker } from './reading/read-table.js';
import type { ImportKey } from './findings.js';
import { openStage, unstage, type Stage } from './staging.js';

/** Each file that is read takes a thread, and on a server a connection. One account cannot occupy both places. */
const readingQueue = new ConcurrencyQueue({ total: 2, perKey: 1 });

const ZERO = JSON.stringify({ queens: 0, evaluations: 0, apiaries: 0, hives: 0, breedingValues: 0 });

/** What is told of a file when its rows are about to come. */
type Head = Pick<TableHead, 'sheet' | 'sheets' | 'headers' | 'columns'> &
  Partial<Pick<TableHead, 'encoding' | 'headerRow'>> & { format: string };

/** Reads a file, and hands on its head once and then its rows. */
export type Reader<Read> = (handlers: {
  head(head: Head): Promise<void>;
  batch(batch: Read): Promise<void>;
}) => Promise<void>;

/**
 * Reads a whole table beside the account's data, batch by batch, and makes it an import that waits to be applied.
 * @param check called with the head of the file before anything is written; what it throws ends the matter
 * @throws as {@link stageImport}
 */
export function stageFile(
  services: Pick<Services, 'orm'>,
  accountId: string,
  path: string,
  options: ImportOptions,
  check: (head: TableHead) => void,
): Promise<ImportKey> {
  const { reading } = options;
  return stageImport<Batch>(
    services,
    accountId,
    options,
    (key) => openStage(services.orm.database, key, reading),
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
 * Makes an import that waits to be applied of what a file holds. Until then nothing of it is to be seen; a file that
 * cannot be read leaves nothing.
 * @throws {UnreadableFile}
 * @throws {ServiceError} `unauthenticated` where the account was given up meanwhile
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
  const mine = sql`account_id = ${accountId}::uuid and id = ${key.importId}::uuid`;
  let rows = 0;
  let faults = 0;
  let warned = 0;
  let stage: Stage<Read> | undefined;
  const release = await readingQueue.acquire(accountId);
  try {
    await read({
      async head(head) {
        await sql`
          insert into import (account_id, id, status, filename, dry_run, decisions, format, sheet, encoding, header_row, sheets, headers, columns, created, updated, unchanged)
          values (${accountId}::uuid, ${key.importId}::uuid, 'receiving', ${reading.filename.slice(0, 255)}, ${dryRun}, ${JSON.stringify(decisions)}::jsonb, ${head.format},
            ${head.sheet}, ${head.encoding ?? null}, ${head.headerRow ?? null}::integer, array(select json_array_elements_text(${JSON.stringify(head.sheets)}::json)),
            array(select json_array_elements_text(${JSON.stringify(head.headers)}::json)),
            ${JSON.stringify(head.columns)}::jsonb, ${ZERO}::jsonb, ${ZERO}::jsonb, ${ZERO}::jsonb)`.execute(db);
        stage = await open(key);
      },
      async batch(batch) {
        rows += batch.rows;
        faults += batch.errors.length;
        warned += batch.warnings?.length ?? 0;
        await stage!.write(batch);
      },
    });
    const handedIn = { action: AuditAction.import_started, by, subjectId: key.importId };
    const row = sql`import where ${mine}`;
    const kept = idempotency && insertIdempotentResult(sql`account_id`, idempotency, [key.importId], row);
    const there = await stage!.end(sql`
      with noted as (${insertEvents(sql`account_id`, handedIn, sql`${row} and not dry_run`)})
        ${kept ? sql`, kept as (${kept})` : sql``}
      update import set status = 'queued', rows = ${rows}, error_count = ${faults}, warning_count = ${warned} where ${mine}`);
    if (!there) throw unauthenticated();
    return key;
  } catch (error) {
    stage?.abort(error as Error);
    await forgetImport(db, key);
    await requireOpenAccount(db, accountId);
    throw error;
  } finally {
    release();
  }
}

/** Takes away what was staged of an import that will not be one. */
export async function forgetImport(db: Kysely<unknown>, key: ImportKey): Promise<void> {
  await unstage(db, key);
  await sql`delete from import where account_id = ${key.accountId}::uuid and id = ${key.importId}::uuid`.execute(db);
}
