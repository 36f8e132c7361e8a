import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { fetchRows } from '../../../db/fetch-rows.js';
import {
  impossibleBirthMessage,
  impossibleMatingMessage,
  isMateItself,
  ownAncestorMessage,
  ringParams,
} from '../../queens/lineage/lineage-rules.js';
import { findCycles, LINKS, newLineage, type Lineage, type Link, type CycleLink } from '../../queens/lineage/cycles.js';
import { faults, table, type Scope } from './scope.js';

const AT_A_TIME = 20_000;

/** Checks that nobody would be her own ancestor, and that no mating would have to come before itself. */
export async function checkRings(scope: Scope): Promise<void> {
  if (!(await mayMakeRing(scope))) return;
  const { lineage, isMated, isBorn } = await readLineage(scope);
  const found = findCycles(lineage, ({ queen, link, isAncestor }) => {
    if (link === 'mated_to') return isMated[queen] === 1;
    const mother = lineage.linked.mother[queen]!;
    return isBorn[queen] === 1 || (isAncestor && link === 'father' && isMated[mother] === 1);
  });
  for (let first = 0; first < found.length; first += AT_A_TIME)
    await tell(scope, found.slice(first, first + AT_A_TIME));
}

const COLUMNS = sql.join(LINKS.map((link) => sql.ref(`${link}_id`)));

const IS_MATED = sql`
  (n.mated_to_id is distinct from n.old_mated_to_id or ${isMateItself('n')} is distinct from n.old_is_mate_itself)`;
const IS_BORN = sql`
  (n.mother_id is distinct from n.old_mother_id or n.mother_id is null and n.father_id is distinct from n.old_father_id)`;

/**
 * A new ring needs a link that the file makes. One of rows of the file alone needs a link that does not lead back in
 * time besides, for births cannot all fall around it. One that others are on needs a link from a row to one of them, and a
 * link that the file changes of a queen who was there before.
 */
async function mayMakeRing({ accountId, db }: Scope): Promise<boolean> {
  const isChanged = sql`(${IS_MATED} or ${IS_BORN})`;
  const links = sql`
    select n.birth_date, parent.id from next n cross join lateral (values (n.mother_id), (n.father_id), (n.mated_to_id)) as parent(id)
    where parent.id is not null`;
  const { rows } = await sql`
    with link as (${links})
    select 1
    where exists (select from next n where ${isChanged} and coalesce(n.mother_id, n.father_id, n.mated_to_id) is not null)
      and (
        exists (
          select from link join next p on p.id = link.id
          where coalesce(p.mother_id, p.father_id, p.mated_to_id) is not null and not coalesce(p.birth_date < link.birth_date, false)
        ) or exists (select from next n where not n.is_new and ${isChanged}) and exists (
          select from link join queen q on q.account_id = ${hidden(accountId)} and q.id = link.id
          where coalesce(q.mother_id, q.father_id, q.mated_to_id) is not null
            and not exists (select from next where next.id = q.id)
        )
      )`.execute(db);
  return rows.length > 0;
}

interface Numbered extends Record<Link, number | null> {
  number: number;
  itself: boolean;
  mated: boolean;
  born: boolean;
}

/** By queen; 1: the file changes her mating, or her parents. */
interface Made {
  lineage: Lineage;
  isMated: Uint8Array;
  isBorn: Uint8Array;
}

async function readLineage(scope: Scope): Promise<Made> {
  const { accountId, db } = scope;
  const isOutside = sql`parent.id is not null and not exists (select from next where next.id = parent.id)`;
  await table(
    scope,
    'lineage',
    sql`
      with recursive outside (id) as (
        select parent.id
        from next n cross join lateral (values (n.mother_id), (n.father_id), (n.mated_to_id)) as parent(id)
        where ${isOutside}
        union
        select parent.id
        from outside o
        cross join lateral (select ${COLUMNS} from queen where account_id = ${hidden(accountId)} and queen.id = o.id offset 0) q
        cross join lateral (values (q.mother_id), (q.father_id), (q.mated_to_id)) as parent(id)
        where ${isOutside}
      ), everyone as (
        select n.id, ${COLUMNS}, ${isMateItself('n')} as itself, ${IS_MATED} as mated, ${IS_BORN} as born from next n
        union all
        select q.id, ${COLUMNS}, ${isMateItself('q')}, false, false
        from outside o join queen q on q.account_id = ${hidden(accountId)} and q.id = o.id
      )
      select everyone.*, (row_number() over ())::integer as number from everyone`,
    'id',
  );
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from lineage`.execute(db);
  const { count } = rows[0]!;
  const lineage = newLineage(count);
  const made: Made = { lineage, isMated: new Uint8Array(count + 1), isBorn: new Uint8Array(count + 1) };
  const numbered = sql<Numbered>`
    select l.number, m.number as mother, f.number as father, t.number as mated_to, l.itself, l.mated, l.born
    from lineage l
    left join lineage m on m.id = l.mother_id
    left join lineage f on f.id = l.father_id
    left join lineage t on t.id = l.mated_to_id`;
  for await (const some of fetchRows(db, numbered)) {
    for (const row of some) {
      for (const link of LINKS) lineage.linked[link][row.number] = row[link] ?? 0;
      lineage.isMateItself[row.number] = Number(row.itself);
      made.isMated[row.number] = Number(row.mated);
      made.isBorn[row.number] = Number(row.born);
    }
  }
  return made;
}

const TOLD = sql.join(
  ['id', 'external_id', 'name', 'mated_to_id', 'mating_type', 'sdi_code'].map((column) => sql.ref(column)),
);

const RING_KIND = sql<string>`
  case when ring."isAncestor" then 'ancestor' when ring.link = 'mated_to' then 'mating' else 'birth' end`;

/** A father is told by the mating of the mother where a row gives that, and a mating by the row of a daughter who names both. */
async function tell(scope: Scope, found: readonly CycleLink[]): Promise<void> {
  await faults(
    scope,
    sql`
      select coalesce(mating."row", daughter."row", n."row"),
        case when mating."row" is not null then 'mated_to'
          when daughter."row" is not null then 'father'
          when ring.link = 'mated_to' and n.mated_to_id is not distinct from n.old_mated_to_id then 'mating_type'
          else ring.link end,
        case when ring."isAncestor" then ${ownAncestorMessage('n', 'p')}
          when ring.link = 'mated_to' then ${impossibleMatingMessage('n', 'p')}
          else ${impossibleBirthMessage('n', 'p')} end,
        ${ringParams('n', 'p', RING_KIND)} as params
      from json_to_recordset(${JSON.stringify(found)}::json)
        as ring(queen integer, other integer, link text, "isAncestor" boolean)
      join lineage l on l.number = ring.queen join lineage o on o.number = ring.other join next n on n.id = l.id
      cross join lateral (
        select ${TOLD} from next where next.id = o.id
        union all select ${TOLD} from queen q where q.account_id = ${hidden(scope.accountId)} and q.id = o.id
        limit 1
      ) p
      left join family mating on mating.mated_to_id is not null and mating.queen_id = case
        when ring.link = 'mated_to' then n.id when ring.link = 'father' and ring."isAncestor" then n.mother_id end
      left join lateral (
        select min(i."row") as "row" from implied i
        where ring.link = 'mated_to' and i.mother_id = n.id and i.mated_to_id is null
          and n.mated_to_id is distinct from n.old_mated_to_id
      ) daughter on true`,
    'pedigree_ring',
  );
}
