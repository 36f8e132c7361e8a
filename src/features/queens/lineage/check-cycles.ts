import { sql, type Kysely, type RawBuilder } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { fetchRows } from '../../../db/fetch-rows.js';
import {
  impossibleBirthMessage,
  impossibleMatingMessage,
  isMateItself,
  ownAncestorMessage,
  ringParams,
} from './lineage-rules.js';
import { findRings, LINKS, newLineage, type Lineage, type Link } from './cycles.js';

/** A link by which a queen would be her own ancestor, or a birth or a mating come before itself. */
export interface Ring {
  queenId: string;
  /** Whom the link leads to: her mother, her father or her mate. */
  otherId: string;
  /** Hers. */
  motherId: string | null;
  link: Link;
  isAncestor: boolean;
  message: string;
  params: Record<string, unknown>;
}

/** Queens whose own mating, and whose parents, are new. */
export interface Changed {
  mated: Iterable<string>;
  born: Iterable<string>;
}

/**
 * Judges what comes after what, see `precedence`, as it stands now. Only what is named as new can be told: who was entered
 * wrong before that was refused can be changed otherwise. All whom these come after are read once, for all of them.
 */
export async function checkRings(db: Kysely<unknown>, accountId: string, changed: Changed): Promise<Ring[]> {
  const [mated, born] = [new Set(changed.mated), new Set(changed.born)];
  const ids = [...new Set([...mated, ...born])];
  if (ids.length === 0) return [];
  const { lineage, idOf } = await readLineage(db, accountId, ids);
  const found = findRings(lineage, ({ queen, link, isAncestor }) => {
    const mother = link === 'father' ? lineage.linked.mother[queen]! : 0;
    if (link === 'mated_to') return mated.has(idOf[queen]!);
    return born.has(idOf[queen]!) || (isAncestor && mother !== 0 && mated.has(idOf[mother]!));
  });
  return found.length === 0
    ? []
    : tell(
        db,
        accountId,
        found.slice(0, 1000).map((ring, place) => ({ ...ring, place, queen: idOf[ring.queen]! })),
      );
}

interface Row {
  id: string;
  mother: string | null;
  father: string | null;
  mated_to: string | null;
  itself: boolean;
}

/** A ring leads to a queen from somebody who names her: only such are walked from. */
async function readLineage(
  db: Kysely<unknown>,
  accountId: string,
  ids: string[],
): Promise<{ lineage: Lineage; idOf: string[] }> {
  const account = hidden(accountId);
  const rows: Row[] = [];
  const query = sql<Row>`
    with recursive walk as (
      select q.id from queen q
      where q.account_id = ${account} and q.id = any(${ids}::uuid[]) and ${isNamed}
      union
      select earlier.id
      from walk
      cross join lateral (
        select mother_id, father_id, mated_to_id from queen where account_id = ${account} and queen.id = walk.id offset 0
      ) q
      cross join lateral (values (q.mother_id), (q.father_id), (q.mated_to_id)) earlier (id)
      where earlier.id is not null
    )
    select q.id, q.mother_id as mother, q.father_id as father, q.mated_to_id as mated_to, ${isMateItself('q')} as itself
    from walk
    cross join lateral (select * from queen where account_id = ${account} and queen.id = walk.id offset 0) q
    order by q.id`;
  for await (const some of fetchRows(db, query)) for (const row of some) rows.push(row);
  const numbers = new Map(rows.map(({ id }, place) => [id, place + 1]));
  const lineage = newLineage(rows.length);
  rows.forEach((row, place) => {
    for (const link of LINKS) lineage.linked[link][place + 1] = numbers.get(row[link] ?? '') ?? 0;
    lineage.isMateItself[place + 1] = Number(row.itself);
  });
  return { lineage, idOf: ['', ...rows.map(({ id }) => id)] };
}

const isNamed: RawBuilder<boolean> = sql`(${sql.join(
  ['mother_id', 'father_id', 'mated_to_id'].map(
    (column) =>
      sql`exists (select from queen d where d.account_id = q.account_id and ${sql.ref(`d.${column}`)} = q.id)`,
  ),
  sql` or `,
)})`;

/** Of `ring`, aliased `r`. */
const RING_KIND = sql<string>`case when r."isAncestor" then 'ancestor' when r.link = 'mated_to' then 'mating' else 'birth' end`;

async function tell(db: Kysely<unknown>, accountId: string, found: readonly object[]): Promise<Ring[]> {
  const { rows } = await sql<Ring>`
    select n.id as "queenId", p.id as "otherId", n.mother_id as "motherId", r.link, r."isAncestor",
      case when r."isAncestor" then ${ownAncestorMessage('n', 'p')}
        when r.link = 'mated_to' then ${impossibleMatingMessage('n', 'p')}
        else ${impossibleBirthMessage('n', 'p')} end as message,
      ${ringParams('n', 'p', RING_KIND)} as params
    from json_to_recordset(${JSON.stringify(found)}::json) as r (place integer, queen uuid, link text, "isAncestor" boolean)
    join queen n on n.account_id = ${hidden(accountId)} and n.id = r.queen
    join queen p on p.account_id = n.account_id
      and p.id = case r.link when 'mother' then n.mother_id when 'father' then n.father_id else n.mated_to_id end
    order by r.place`.execute(db);
  return rows;
}
