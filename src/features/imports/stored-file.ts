import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql, type Kysely } from 'kysely';
import type { Services } from '../../graphql/context.js';
import type { ImportKey } from './findings.js';

/** Size of a part of a file in the database. */
const PART_BYTES = 1024 * 1024;

/**
 * Limits of the files that are stored for an account: the number of files, and the total number of their parts. The
 * newest file is always stored.
 */
const MAX_STORED_FILES = 20;
const MAX_STORED_PARTS = 400;
const STORAGE_DAYS = 30;

/** Stores the file of a dry run in the database, and deletes the oldest files that exceed the limits. */
export async function storeFile(db: Kysely<unknown>, { accountId, importId }: ImportKey, path: string): Promise<void> {
  let part = 0;
  for await (const content of createReadStream(path, { highWaterMark: PART_BYTES })) {
    await sql`
      insert into import_file (account_id, import_id, part, content)
      values (${accountId}::uuid, ${importId}::uuid, ${part}, ${content as Buffer})`.execute(db);
    part++;
  }
  await sql`
    delete from import_file where account_id = ${accountId}::uuid and import_id in (
      select id from (
        select i.id, row_number() over newest as place, sum(count(*)) over newest as parts
        from import_file f join import i on i.account_id = f.account_id and i.id = f.import_id
        where f.account_id = ${accountId}::uuid group by i.id, i.created_at
        window newest as (order by i.created_at desc, i.id desc)
      ) ranked where place > ${MAX_STORED_FILES} or place > 1 and parts > ${MAX_STORED_PARTS}
    )`.execute(db);
  await deleteReviewsWithoutFile(db, accountId);
}

/**
 * Deletes reviews without a stored file. If the import was applied, the rows that it left out remain.
 * @param accountId default: all accounts
 */
async function deleteReviewsWithoutFile(db: Kysely<unknown>, accountId?: string): Promise<void> {
  await sql`
    delete from import_review r
    where ${accountId === undefined ? sql`true` : sql`r.account_id = ${accountId}::uuid`} and not exists (
      select from import_file f where f.account_id = r.account_id and f.import_id = r.import_id
    ) and not (r.state = 'skipped' and exists (
      select from import i where i.account_id = r.account_id and i.id = r.import_id and i.applied_at is not null
    ))`.execute(db);
}

/** Condition: the file of an import is stored. */
export const isFileStored = ({ accountId, importId }: ImportKey) => sql<boolean>`exists (
  select from import_file where account_id = ${accountId}::uuid and import_id = ${importId}::uuid)`;

/** Writes a stored file to disk and calls `work` with its path. Then removes the file from the disk. */
export async function withStoredFile<Result>(
  db: Kysely<unknown>,
  key: ImportKey,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-'));
  try {
    const path = join(folder, 'file');
    await pipeline(Readable.from(partsOf(db, key)), createWriteStream(path, { mode: 0o600 }));
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* partsOf(db: Kysely<unknown>, { accountId, importId }: ImportKey): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const { rows } = await sql<{ content: Uint8Array }>`
      select content from import_file
      where account_id = ${accountId}::uuid and import_id = ${importId}::uuid and part = ${part}`.execute(db);
    if (!rows[0]) return;
    yield Buffer.from(rows[0].content);
  }
}

/** Deletes the stored file of an import, and its review except the rows that were left out. */
export async function deleteReview(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<void> {
  const mine = sql`account_id = ${accountId}::uuid and import_id = ${importId}::uuid`;
  await sql`delete from import_file where ${mine}`.execute(db);
  await sql`delete from import_review where ${mine} and state is distinct from 'skipped'`.execute(db);
}

/** Called periodically. Deletes files that are older than `STORAGE_DAYS`, and their reviews. */
export async function deleteOldFiles({ orm }: Pick<Services, 'orm'>): Promise<void> {
  const { kysely: db } = orm.database;
  await sql`
    delete from import_file f using import i
    where i.account_id = f.account_id and i.id = f.import_id
      and i.created_at < now() - make_interval(days => ${STORAGE_DAYS})`.execute(db);
  await deleteReviewsWithoutFile(db);
}
