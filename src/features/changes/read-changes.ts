import { sql, type RawBuilder } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import { cachedCount, cacheTotal, accountRevision } from '../../graphql/total.js';
import type { Em } from '../../db/orm.js';
import type { ChangeKind } from './changes.enums.js';
import { Change } from './changes.types.js';
import { startWithin, type Place } from './place.js';

export interface ChangesRead {
  changes: Change[];
  /** Of the account, when they were read; null where none were. */
  revision: string | null;
}

/** The changes behind a place, in their order: a range of the index for each kind, merged. */
export async function readChanges(
  em: Em,
  kinds: readonly ChangeKind[],
  place: Place,
  most: number,
): Promise<ChangesRead> {
  if (kinds.length === 0) return { changes: [], revision: null };
  const { rows } = await sql<Record<'kind' | 'id' | 'revision' | 'at', string> & { deleted: boolean }>`
    select c.kind, c.row_id as id, c.revision::text as revision, c.deleted, ${accountRevision(em)} as at
    from ${starts(kinds, place)} cross join lateral (
      select * from change where ${behind(em)} order by revision, row_id limit ${most}
    ) c
    order by c.revision, c.kind, c.row_id limit ${most}`.execute(em.getKysely());
  return {
    changes: rows.map(({ kind, id, revision, deleted }) =>
      Object.assign(new Change(), { kind, id, deleted, revision: Number(revision) }),
    ),
    revision: rows[0]?.at ?? null,
  };
}

/**
 * How many changes lie behind a place. Behind the last change of a page there are as many fewer as it has, while nothing
 * is written: so somebody who walks through them all has them counted once.
 */
export async function countChanges(
  em: Em,
  kinds: readonly ChangeKind[],
  place: Place,
  { changes, revision }: ChangesRead,
): Promise<number> {
  if (kinds.length === 0) return 0;
  const counted = await cachedCount(em, counting(em, kinds, place));
  const last = changes.at(-1);
  if (last && revision === counted.revision) {
    cacheTotal(em, counting(em, kinds, last), { revision, total: counted.total - changes.length });
  }
  return counted.total;
}

/** Kind by kind, for only so does the planner keep to the index. */
const counting = (em: Em, kinds: readonly ChangeKind[], place: Place) => sql`
  select sum(c.count) from ${starts(kinds, place)}
  cross join lateral (select count(*) from change where ${behind(em)}) c`;

function starts(kinds: readonly ChangeKind[], place: Place): RawBuilder<unknown> {
  const rows = kinds.map((kind) => {
    const [revision, id] = startWithin(kind, place);
    return sql`(${kind}::text, ${revision}::bigint, ${id}::uuid)`;
  });
  return sql`(values ${sql.join(rows)}) as start (kind, revision, id)`;
}

function behind(em: Em): RawBuilder<unknown> {
  return sql`
    change.account_id = ${hiddenOwner(em)} and change.kind = start.kind
    and (change.revision, change.row_id) > (start.revision, start.id)`;
}
