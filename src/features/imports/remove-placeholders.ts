import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { checkPermission } from '../../auth/guard.js';
import { onlyRow } from '../../db/only-row.js';
import { hidden } from '../../db/owner.js';
import { AuditAction } from '../audit/audit.enums.js';
import { recordEvent } from '../audit/record.js';
import { ServiceError } from '../../core/errors.js';
import { deleteValuesOfQueens } from '../queens/merge/run-fingerprints.js';
import { isPlaceholder } from '../queens/placeholder-queens.js';
import type { WriteUnit } from '../writes/write.js';
import { NO_ROWS } from './apply/outcome.js';

/** Format of an import that only removes placeholder queens. */
export const PLACEHOLDERS = 'placeholders';

/**
 * Removes all placeholder queens. An earlier import created such a queen from a word for "not known" or for a mating
 * type. References to placeholder queens as parent or mate are cleared. The removal is recorded as an import, so that
 * it can be undone. The removal also deletes the breeding values of these queens, which an undo does not restore. If
 * there are such values, the caller needs the permission to write breeding values.
 *
 * The sire of a queen is always the mate of her dam. The daughters of one placeholder therefore all have the same sire,
 * although a file stated this sire for only one of them. If there are several daughters, all of them lose the sire. An
 * only daughter keeps her sire. An F1 queen needs a dam, so a placeholder with an F1 daughter is not removed.
 * @returns the id of the import
 * @throws {ServiceError} `conflict` if there is no such queen
 */
export async function removePlaceholders({ db, accountId, by, permissions }: WriteUnit): Promise<string> {
  const id = uuid();
  const account = hidden(accountId);
  await sql`
    create temporary table placeholder on commit drop as
    select q.id from queen q
    where q.account_id = ${account} and ${isPlaceholder()}`.execute(db);
  await sql`
    create temporary table orphan on commit drop as
    select q.id, q.mother_id in (select id from placeholder) as loses_mother,
           q.mated_to_id in (select id from placeholder) as loses_mate,
           q.father_id in (select id from placeholder)
             or q.mother_id in (select id from placeholder) and count(*) over (partition by q.mother_id) > 1 as loses_father
    from queen q
    where q.account_id = ${account} and q.id not in (select id from placeholder) and (
      q.mother_id in (select id from placeholder) or q.father_id in (select id from placeholder)
      or q.mated_to_id in (select id from placeholder))`.execute(db);
  const { rows } = await sql<{ removed: number; changed: number }>`
    select (select count(*)::integer from placeholder) as removed, (select count(*)::integer from orphan) as changed`.execute(
    db,
  );
  const { removed, changed } = onlyRow(rows);
  if (removed === 0) {
    const message = 'There are no placeholder queens to remove. Mothers of F1 queens are not removed.';
    throw new ServiceError('conflict', message, { errors: [{ path: '', message, code: 'no_placeholders' }] });
  }
  const values = await deleteValuesOfQueens(db, accountId, sql`queen_id in (select id from placeholder)`);
  if (values > 0) checkPermission(permissions, { resource: 'blup', level: 'write' });
  const none = JSON.stringify(NO_ROWS);
  await sql`
    insert into import (account_id, id, status, format, filename, dry_run, rows, done, created, updated, unchanged,
      started_at, finished_at, applied_at)
    values (${accountId}::uuid, ${id}::uuid, 'completed', ${PLACEHOLDERS}, 'placeholder queens', false, ${removed}, ${removed},
      ${none}::jsonb, ${JSON.stringify({ ...NO_ROWS, queens: changed })}::jsonb, ${none}::jsonb,
      now(), now(), now())`.execute(db);
  await sql`
    insert into import_change (account_id, import_id, kind, row_id, before)
    select ${accountId}::uuid, ${id}::uuid, case when p.id is null then 'queen' else 'removed_queen' end, q.id, to_jsonb(q)
    from queen q left join placeholder p on p.id = q.id
    where q.account_id = ${account} and (p.id is not null or q.id in (select id from orphan))`.execute(db);
  await sql`
    update queen q set mother_id = case when not coalesce(o.loses_mother, false) then q.mother_id end,
      father_id = case when not coalesce(o.loses_father, false) then q.father_id end,
      mated_to_id = case when not coalesce(o.loses_mate, false) then q.mated_to_id end,
      updated_at = now(), edited_at = now()
    from orphan o where q.account_id = ${account} and q.id = o.id`.execute(db);
  await sql`delete from queen where account_id = ${account} and id in (select id from placeholder)`.execute(db);
  await recordEvent(db, accountId, { action: AuditAction.queen_deleted, by });
  return id;
}
