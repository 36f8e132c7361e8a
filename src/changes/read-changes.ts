import { sql, type RawBuilder } from 'kysely';
import { ownerOf } from '../access/owner.js';
import type { Em } from '../orm.js';
import type { ChangeKind } from './changes.enums.js';
import { Change } from './changes.types.js';
import { startWithin, type Place } from './place.js';

/** The changes behind a place, in their order: a range of the index for each kind, merged. */
export async function readChanges(em: Em, kinds: readonly ChangeKind[], place: Place, most: number): Promise<Change[]> {
  if (kinds.length === 0) return [];
  const { rows } = await sql<Record<'kind' | 'id' | 'revision', string> & { deleted: boolean }>`
    select c.kind, c.row_id as id, c.revision::text as revision, c.deleted
    from ${starts(kinds, place)} cross join lateral (
      select * from change where ${behind(em)} order by revision, row_id limit ${most}
    ) c
    order by c.revision, c.kind, c.row_id limit ${most}`.execute(em.getKysely());
  return rows.map(({ revision, ...row }) => Object.assign(new Change(), row, { revision: Number(revision) }));
}

/** How many changes lie behind a place; counted kind by kind, for only so does the planner keep to the index. */
export async function countChanges(em: Em, kinds: readonly ChangeKind[], place: Place): Promise<number> {
  if (kinds.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select sum(c.count)::integer as count
    from ${starts(kinds, place)} cross join lateral (select count(*) from change where ${behind(em)}) c`.execute(
    em.getKysely(),
  );
  return rows[0]?.count ?? 0;
}

function starts(kinds: readonly ChangeKind[], place: Place): RawBuilder<unknown> {
  const rows = kinds.map((kind) => {
    const [revision, id] = startWithin(kind, place);
    return sql`(${kind}::text, ${revision}::bigint, ${id}::uuid)`;
  });
  return sql`(values ${sql.join(rows)}) as start (kind, revision, id)`;
}

function behind(em: Em): RawBuilder<unknown> {
  return sql`
    change.account_id = ${ownerOf(em)} and change.kind = start.kind
    and (change.revision, change.row_id) > (start.revision, start.id)`;
}
