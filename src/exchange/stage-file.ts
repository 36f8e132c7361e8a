import { sql, type Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Services } from '../context.js';
import type { ImportOptions } from './import-options.js';
import type { TableHead } from './reading/draft.js';
import { readInWorker } from './reading/read-table.js';
import { openStage, unstage, type ImportKey, type Stage } from './staging.js';
import { Turns } from './turns.js';

/** Each file that is read takes a thread, and on a server a connection: more of them wait. */
const turns = new Turns(2);

const ZERO = JSON.stringify({ queens: 0, evaluations: 0, apiaries: 0, hives: 0, breedingValues: 0 });

/**
 * Reads a whole file beside the account's data, batch by batch, and makes it an import that waits to be applied. Until
 * then nothing of it is to be seen; a file that cannot be read leaves nothing.
 * @param check called with the head of the file before anything is written; what it throws ends the matter
 * @throws {UnreadableFile}
 */
export async function stageFile(
  { orm }: Pick<Services, 'orm'>,
  accountId: string,
  path: string,
  { dryRun, reading }: ImportOptions,
  check: (head: TableHead) => void,
): Promise<ImportKey> {
  const db = orm.database.kysely;
  const key: ImportKey = { accountId, importId: uuid() };
  const mine = sql`account_id = ${accountId}::uuid and id = ${key.importId}::uuid`;
  let rows = 0;
  let faults = 0;
  let stage: Stage | undefined;
  const done = await turns.take();
  try {
    await readInWorker(path, reading, {
      async head(head) {
        check(head);
        await sql`
          insert into import (account_id, id, status, filename, dry_run, format, sheet, headers, columns, created, updated, unchanged)
          values (${accountId}::uuid, ${key.importId}::uuid, 'receiving', ${reading.filename.slice(0, 255)}, ${dryRun}, ${head.format},
            ${head.sheet}, array(select json_array_elements_text(${JSON.stringify(head.headers)}::json)),
            ${JSON.stringify(head.columns)}::jsonb, ${ZERO}::jsonb, ${ZERO}::jsonb, ${ZERO}::jsonb)`.execute(db);
        stage = await openStage(orm.database, key, reading);
      },
      async batch(batch) {
        rows += batch.rows;
        faults += batch.errors.length;
        await stage!.write(batch);
      },
    });
    await stage!.end();
    await sql`update import set status = 'queued', rows = ${rows}, error_count = ${faults} where ${mine}`.execute(db);
    return key;
  } catch (error) {
    stage?.abort(error as Error);
    await forgetImport(db, key);
    throw error;
  } finally {
    done();
  }
}

/** Takes away what was staged of an import that will not be one. */
export async function forgetImport(db: Kysely<unknown>, key: ImportKey): Promise<void> {
  await unstage(db, key);
  await sql`delete from import where account_id = ${key.accountId}::uuid and id = ${key.importId}::uuid`.execute(db);
}
