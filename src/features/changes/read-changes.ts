import { sql, type RawBuilder } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import { cachedCount, cacheTotal, accountRevision } from '../../graphql/total.js';
import type { Em } from '../../db/orm.js';
import type { ChangeKind } from './changes.enums.js';
import { Change } from './changes.types.js';
import { startWithinKind, type FeedPosition } from './feed-position.js';

export interface ChangesRead {
  changes: Change[];
  /** Revision of the account when the changes were read; null if there are no changes. */
  revision: string | null;
}

/** Reads the changes after a position. The statement merges one index range for each kind. */
export async function readChanges(
  em: Em,
  kinds: readonly ChangeKind[],
  place: FeedPosition,
  limit: number,
): Promise<ChangesRead> {
  if (kinds.length === 0) return { changes: [], revision: null };
  const { rows } = await sql<Record<'kind' | 'id' | 'revision' | 'at', string> & { deleted: boolean }>`
    select c.kind, c.row_id as id, c.revision::text as revision, c.deleted, ${accountRevision(em)} as at
    from ${startByKind(kinds, place)} cross join lateral (
      select * from change where ${isAfterStart(em)} order by revision, row_id limit ${limit}
    ) c
    order by c.revision, c.kind, c.row_id limit ${limit}`.execute(em.getKysely());
  return {
    changes: rows.map(({ kind, id, revision, deleted }) =>
      Object.assign(new Change(), { kind, id, deleted, revision: Number(revision) }),
    ),
    revision: rows[0]?.at ?? null,
  };
}

/**
 * Counts the changes after a position. If nothing was written in the meantime, the count for the next page is derived
 * from the count for this page. The changes are therefore counted only once for a client that reads the whole feed.
 */
export async function countChanges(
  em: Em,
  kinds: readonly ChangeKind[],
  place: FeedPosition,
  { changes, revision }: ChangesRead,
): Promise<number> {
  if (kinds.length === 0) return 0;
  const counted = await cachedCount(em, countQuery(em, kinds, place));
  const last = changes.at(-1);
  if (last && revision === counted.revision) {
    cacheTotal(em, countQuery(em, kinds, last), { revision, total: counted.total - changes.length });
  }
  return counted.total;
}

/** Counts each kind separately, so that the planner uses the index. */
const countQuery = (em: Em, kinds: readonly ChangeKind[], place: FeedPosition) => sql`
  select sum(c.count) from ${startByKind(kinds, place)}
  cross join lateral (select count(*) from change where ${isAfterStart(em)}) c`;

function startByKind(kinds: readonly ChangeKind[], place: FeedPosition): RawBuilder<unknown> {
  const rows = kinds.map((kind) => {
    const [revision, id] = startWithinKind(kind, place);
    return sql`(${kind}::text, ${revision}::bigint, ${id}::uuid)`;
  });
  return sql`(values ${sql.join(rows)}) as start (kind, revision, id)`;
}

function isAfterStart(em: Em): RawBuilder<unknown> {
  return sql`
    change.account_id = ${hiddenOwner(em)} and change.kind = start.kind
    and (change.revision, change.row_id) > (start.revision, start.id)`;
}
