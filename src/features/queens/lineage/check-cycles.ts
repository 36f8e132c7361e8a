import { sql, type Kysely, type RawBuilder } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { fetchRows } from '../../../db/fetch-rows.js';
import { cycleFault, isMateItself } from './lineage-rules.js';
import { findCycles, LINKS, newLineage, type Lineage, type Link } from './cycles.js';

/** A link that makes a queen her own ancestor, or that makes a birth or a mating precede itself. */
export interface Cycle {
  queenId: string;
  /** Id of the mother, father or mate at the end of the link. */
  otherId: string;
  /** Id of the queen's mother. */
  motherId: string | null;
  link: Link;
  isAncestor: boolean;
  message: string;
  params: Record<string, unknown>;
}

/** Queens with a new mating, and queens with new parents. */
export interface ChangedLinks {
  mated: Iterable<string>;
  born: Iterable<string>;
}

/**
 * Finds cycles in the order of births and matings (see `precedence`). Only new links are reported, so that older errors
 * do not prevent corrections. One query reads all preceding queens.
 */
export async function checkCycles(db: Kysely<unknown>, accountId: string, changed: ChangedLinks): Promise<Cycle[]> {
  const [mated, born] = [new Set(changed.mated), new Set(changed.born)];
  const ids = [...new Set([...mated, ...born])];
  if (ids.length === 0) return [];
  const { lineage, idOf } = await readLineage(db, accountId, ids);
  const found = findCycles(lineage, ({ queen, link, isAncestor }) => {
    if (link === 'mated_to') return mated.has(idOf(queen));
    const mother = link === 'father' ? lineage.linked.mother[queen] : 0;
    return born.has(idOf(queen)) || (isAncestor && mated.has(idOf(mother)));
  });
  return found.length === 0
    ? []
    : describeCycles(
        db,
        accountId,
        found.slice(0, 1000).map((cycle, place) => ({ ...cycle, place, queen: idOf(cycle.queen) })),
      );
}

interface Row {
  id: string;
  mother: string | null;
  father: string | null;
  mated_to: string | null;
  itself: boolean;
}

/**
 * Reads these queens and all queens that precede them. A queen that no queen refers to cannot be on a cycle, so the
 * query skips her.
 */
async function readLineage(
  db: Kysely<unknown>,
  accountId: string,
  ids: string[],
): Promise<{ lineage: Lineage; idOf: (queen?: number) => string }> {
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
  return { lineage, idOf: (queen = 0) => rows[queen - 1]?.id ?? '' };
}

const isNamed: RawBuilder<boolean> = sql`(${sql.join(
  ['mother_id', 'father_id', 'mated_to_id'].map(
    (column) =>
      sql`exists (select from queen d where d.account_id = q.account_id and ${sql.ref(`d.${column}`)} = q.id)`,
  ),
  sql` or `,
)})`;

async function describeCycles(db: Kysely<unknown>, accountId: string, found: readonly object[]): Promise<Cycle[]> {
  const { message, params } = cycleFault('r', 'n', 'p');
  const { rows } = await sql<Cycle>`
    select n.id as "queenId", p.id as "otherId", n.mother_id as "motherId", r.link, r."isAncestor",
      ${message} as message, ${params} as params
    from json_to_recordset(${JSON.stringify(found)}::json) as r (place integer, queen uuid, link text, "isAncestor" boolean)
    join queen n on n.account_id = ${hidden(accountId)} and n.id = r.queen
    join queen p on p.account_id = n.account_id
      and p.id = case r.link when 'mother' then n.mother_id when 'father' then n.father_id else n.mated_to_id end
    order by r.place`.execute(db);
  return rows;
}
