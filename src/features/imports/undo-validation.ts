import { sql, type Kysely } from 'kysely';
import { hidden } from '../../db/owner.js';
import { permits, type Permissions } from '../../auth/permissions.js';
import { checkLineage } from '../queens/lineage/check-lineage.js';
import { checkCycles } from '../queens/lineage/check-cycles.js';
import { called, isMateItself } from '../queens/lineage/lineage-rules.js';
import { STATUSES_WITHOUT_HIVE } from '../queens/queen.checks.js';
import type { ImportKey } from './findings.js';
import type { Obstacle } from './undo-check.js';

/** Rows that an undo reverts. */
export interface RevertedRows {
  /** All queens that the undo reverts. */
  ids: string[];
  /** The queens whose former parents or mate are restored. */
  relinked: string[];
  /** The queens who are sold, dead or lost again after the undo. */
  goneAgain: string[];
  /** Hives whose former queen is restored. */
  hives: string[];
}

/** Reads the rows that an undo will revert. Must be called before the undo changes them. */
export async function readRowsToRevert(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<RevertedRows> {
  const { rows } = await sql<{ id: string; relinked: boolean; gone: boolean }>`
    select c.row_id as id, coalesce(
      (q.mother_id, q.father_id, q.mated_to_id) is distinct from (old.mother_id, old.father_id, old.mated_to_id)
        or ${isMateItself('q')} <> ${isMateItself('old')}, true) as relinked,
      old.status = any(${STATUSES_WITHOUT_HIVE}::text[]) and q.status <> all(${STATUSES_WITHOUT_HIVE}::text[]) as gone
    from import_change c
    cross join lateral jsonb_populate_record(null::queen, c.before) old
    left join queen q on q.account_id = c.account_id and q.id = c.row_id
    where c.account_id = ${hidden(accountId)} and c.import_id = ${importId}::uuid and c.kind = 'queen'`.execute(db);
  const { rows: hives } = await sql<{ id: string }>`
    select h.id from import_change c
    cross join lateral jsonb_populate_record(null::hive, c.before) old
    join hive h on h.account_id = c.account_id and h.id = c.row_id
    where c.account_id = ${hidden(accountId)} and c.import_id = ${importId}::uuid and c.kind = 'hive'
      and h.queen_id is distinct from old.queen_id`.execute(db);
  const idsOf = (found: { id: string }[]) => found.map(({ id }) => id);
  return {
    ids: idsOf(rows),
    relinked: idsOf(rows.filter(({ relinked }) => relinked)),
    goneAgain: idsOf(rows.filter(({ gone }) => gone)),
    hives: idsOf(hives),
  };
}

/**
 * Finds hives that would be headed by a queen who is sold, dead or lost after the undo.
 * @returns obstacles of the undo, without data that the caller may not read
 */
export async function findHivesOfGoneQueens(
  db: Kysely<unknown>,
  { accountId }: ImportKey,
  { goneAgain, hives }: RevertedRows,
  permissions: Permissions,
): Promise<Obstacle[]> {
  const { rows } = await sql<{ queen: string; status: string; hive: string }>`
    select ${called('q')} as queen, q.status, h.name as hive from hive h
    join queen q on q.account_id = h.account_id and q.id = h.queen_id
    where h.account_id = ${hidden(accountId)} and (h.id = any(${hives}::uuid[]) or q.id = any(${goneAgain}::uuid[]))
      and q.status = any(${STATUSES_WITHOUT_HIVE}::text[])
    order by queen, hive limit 10`.execute(db);
  const mayRead = permits(permissions, { resource: 'hive', level: 'read' });
  return rows.map(({ queen, status, hive }) => ({
    message: `${queen} would be ${status} and would head ${mayRead ? `hive ${hive}` : 'a hive'}`,
    params: { kind: 'gone_queen', queen, ...(mayRead && { hive }) },
  }));
}

/**
 * Checks that later changes are consistent with the reverted rows. First sets the sires of queens, because the undo may
 * have reverted a queen's dam or her dam's mating.
 * @returns obstacles of the undo
 */
export async function checkReverted(
  db: Kysely<unknown>,
  { accountId }: ImportKey,
  { ids, relinked }: RevertedRows,
): Promise<Obstacle[]> {
  await sql`
    update queen q set father_id = m.mated_to_id, updated_at = now(), edited_at = now()
    from queen m
    where q.account_id = ${hidden(accountId)} and m.account_id = q.account_id and m.id = q.mother_id
      and (m.id = any(${[...ids]}::uuid[]) or q.id = any(${[...ids]}::uuid[])) and q.father_id is distinct from m.mated_to_id`.execute(
    db,
  );
  // `father_id` has no foreign key. If the dam is unknown, the former sire may therefore no longer exist.
  const { rows } = await sql<{ message: string }>`
    select 'the former father of ' || ${called('q')} || ' was deleted or merged after the import' as message from queen q
    where q.account_id = ${hidden(accountId)} and q.id = any(${[...ids]}::uuid[]) and q.father_id is not null
      and not exists (select from queen f where f.account_id = q.account_id and f.id = q.father_id)
    order by message limit 10`.execute(db);
  const broken = await checkLineage(db, accountId, ids);
  const cycles = await checkCycles(db, accountId, { mated: relinked, born: relinked });
  return [...rows, ...broken.slice(0, 10), ...cycles.slice(0, 10)].map(({ message }) => ({ message }));
}

const CONSTRAINT_MESSAGES: Record<string, string> = {
  '23503': 'rows that the import changed would refer to rows that were deleted or merged later',
  '23505': 'a former name, identifier or place of a row that the import changed is now used by another row',
};

/** Returns the message for a violated foreign key or unique constraint; undefined for any other error. */
export function constraintMessage(error: unknown): string | undefined {
  return CONSTRAINT_MESSAGES[(error as { code?: string }).code ?? ''];
}
