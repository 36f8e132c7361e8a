import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { nameKey } from '../queens/name-key.js';
import { DRAFT_COLUMNS } from './draft-columns.js';
import type { Batch, ReadOptions } from './reading/draft.js';

/** Which import, of which account. */
export interface ImportKey {
  accountId: string;
  importId: string;
}

const names = Object.keys(DRAFT_COLUMNS);
const COLUMNS = sql.raw(names.join(', '));
const DEFINITION = sql.raw(
  Object.entries(DRAFT_COLUMNS)
    .map((pair) => pair.join(' '))
    .join(', '),
);

/** Read in another way, the same raw row says something else. */
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Writes a batch of what was read beside the account's data, one statement for any number of rows. */
export async function stage(
  db: Kysely<unknown>,
  { accountId, importId }: ImportKey,
  batch: Batch,
  reading: Pick<ReadOptions, 'mapping' | 'generation'> = {},
): Promise<void> {
  if (batch.drafts.length > 0) {
    const how =
      reading.mapping || reading.generation ? JSON.stringify([reading.mapping, reading.generation]) : undefined;
    const rows = batch.drafts.map((draft) => {
      const name = draft.name ?? draft.external_id;
      const digest = how === undefined ? draft.digest : md5(draft.digest + how);
      return {
        ...draft,
        digest,
        id: uuid(),
        evaluation_id: uuid(),
        ...(name !== undefined && { name_key: nameKey(name) }),
      };
    });
    await sql`
      insert into import_draft (account_id, import_id, ${COLUMNS})
      select ${accountId}::uuid, ${importId}::uuid, ${COLUMNS}
      from json_to_recordset(${JSON.stringify(rows)}::json) as draft(${DEFINITION})`.execute(db);
  }
  if (batch.errors.length > 0) {
    await sql`
      insert into import_error (account_id, import_id, row, column_name, message)
      select ${accountId}::uuid, ${importId}::uuid, "row", "column", message
      from json_to_recordset(${JSON.stringify(batch.errors)}::json) as fault("row" integer, "column" text, message text)
    `.execute(db);
  }
}

/** Forgets what was read. */
export async function unstage(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<void> {
  await sql`delete from import_draft where account_id = ${accountId} and import_id = ${importId}`.execute(db);
}
