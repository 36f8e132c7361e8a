import { sql, type Kysely } from 'kysely';
import { hidden } from '../../db/owner.js';
import { permits, type Permissions } from '../../auth/permissions.js';
import { checkLineage } from '../queens/lineage/check-lineage.js';
import { checkCycles } from '../queens/lineage/check-cycles.js';
import { called, isMateItself } from '../queens/lineage/lineage-rules.js';
import { STATUSES_WITHOUT_HIVE } from '../queens/queen.checks.js';
import type { ImportKey } from './findings.js';

/** What an import changed and what becomes what it was. */
export interface Changed {
  /** The queens; and those of them who have parents or a mate back, or who live here no more. */
  ids: string[];
  relinked: string[];
  gone: string[];
  /** The hives that have another queen at their head. */
  hives: string[];
}

/** To be asked before they become so. */
export async function changedBy(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<Changed> {
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
    gone: idsOf(rows.filter(({ gone }) => gone)),
    hives: idsOf(hives),
  };
}

/**
 * Hives at whose head a queen who lives here no more would be again: she may have gone since, or have come to a hive
 * since.
 * @returns what stands in the way, in words as the caller may read it
 */
export async function headedByGone(
  db: Kysely<unknown>,
  { accountId }: ImportKey,
  { gone, hives }: Changed,
  permissions: Permissions,
): Promise<string[]> {
  const { rows } = await sql<{ queen: string; status: string; hive: string }>`
    select ${called('q')} as queen, q.status, h.name as hive from hive h
    join queen q on q.account_id = h.account_id and q.id = h.queen_id
    where h.account_id = ${hidden(accountId)} and (h.id = any(${hives}::uuid[]) or q.id = any(${gone}::uuid[]))
      and q.status = any(${STATUSES_WITHOUT_HIVE}::text[])
    order by queen, hive limit 10`.execute(db);
  const mayRead = permits(permissions, { resource: 'hive', level: 'read' });
  return rows.map(
    ({ queen, status, hive }) =>
      `${queen} would be ${status} and at the head of ${mayRead ? `hive ${hive}` : 'a hive'}`,
  );
}

/**
 * What was entered since an import may not fit what was before it. Gives their father to the daughters of queens whose
 * mating goes back and to queens who have a mother back, who may have been mated since; and judges the pedigree as it
 * then stands.
 * @returns what stands in the way, in words
 */
export async function unsoundAfterwards(
  db: Kysely<unknown>,
  { accountId }: ImportKey,
  { ids, relinked }: Changed,
): Promise<string[]> {
  await sql`
    update queen q set father_id = m.mated_to_id, updated_at = now(), edited_at = now()
    from queen m
    where q.account_id = ${hidden(accountId)} and m.account_id = q.account_id and m.id = q.mother_id
      and (m.id = any(${[...ids]}::uuid[]) or q.id = any(${[...ids]}::uuid[])) and q.father_id is distinct from m.mated_to_id`.execute(
    db,
  );
  // No foreign key watches over a father who stands alone.
  const { rows } = await sql<{ message: string }>`
    select 'the father that ' || ${called('q')} || ' had before has been deleted or merged since' as message from queen q
    where q.account_id = ${hidden(accountId)} and q.id = any(${[...ids]}::uuid[]) and q.father_id is not null
      and not exists (select from queen f where f.account_id = q.account_id and f.id = q.father_id)
    order by message limit 10`.execute(db);
  const broken = await checkLineage(db, accountId, ids);
  const rings = await checkCycles(db, accountId, { mated: relinked, born: relinked });
  return [...rows, ...broken.slice(0, 10), ...rings.slice(0, 10)].map(({ message }) => message);
}

const IN_WORDS: Record<string, string> = {
  '23503': 'what it changed would refer again to something that has been deleted or merged since',
  '23505': 'a name, a number or a place that it would give back has been taken since',
};

/** The database's own objection in words; undefined for any other error. */
export function objection(error: unknown): string | undefined {
  return IN_WORDS[(error as { code?: string }).code ?? ''];
}
