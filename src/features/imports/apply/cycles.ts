import { sql } from 'kysely';
import { onlyRow } from '../../../db/only-row.js';
import { hidden } from '../../../db/owner.js';
import { fetchRows } from '../../../db/fetch-rows.js';
import { cycleFault, isMateItself } from '../../queens/lineage/lineage-rules.js';
import { findCycles, LINKS, newLineage, type Lineage, type Link, type CycleLink } from '../../queens/lineage/cycles.js';
import { addFaults, createTempTable, type Scope } from './scope.js';

const FAULTS_PER_STATEMENT = 20_000;

/** Checks that no queen is her own ancestor, and that the order of births and matings is possible. */
export async function checkCycles(scope: Scope): Promise<void> {
  if (!(await mayCreateCycle(scope))) return;
  const { lineage, hasNewMating, hasNewParents } = await readLineage(scope);
  const found = findCycles(lineage, ({ queen, link, isAncestor }) => {
    if (link === 'mated_to') return hasNewMating[queen] === 1;
    const mother = lineage.linked.mother[queen] ?? 0;
    return hasNewParents[queen] === 1 || (isAncestor && link === 'father' && hasNewMating[mother] === 1);
  });
  for (let first = 0; first < found.length; first += FAULTS_PER_STATEMENT)
    await addCycleFaults(scope, found.slice(first, first + FAULTS_PER_STATEMENT));
}

const COLUMNS = sql.join(LINKS.map((link) => sql.ref(`${link}_id`)));

const HAS_NEW_MATING = sql`
  (n.mated_to_id is distinct from n.old_mated_to_id or ${isMateItself('n')} is distinct from n.old_is_mate_itself)`;
const HAS_NEW_PARENTS = sql`
  (n.mother_id is distinct from n.old_mother_id or n.mother_id is null and n.father_id is distinct from n.old_father_id)`;

/**
 * Returns false if the file certainly creates no cycle, so that the search for cycles can be skipped. A link leads from
 * a queen to her dam, sire or mate. A new cycle contains a link that the file creates or changes. If all queens of the
 * cycle are in the file, one of these queens has a link to a queen who is not known to be born earlier. Otherwise, a
 * link in the file leads to a queen outside the file, and the file changes a link of a queen who already exists.
 */
async function mayCreateCycle({ accountId, db }: Scope): Promise<boolean> {
  const isChanged = sql`(${HAS_NEW_MATING} or ${HAS_NEW_PARENTS})`;
  const links = sql`
    select n.birth_date, parent.id from next_queen n cross join lateral (values (n.mother_id), (n.father_id), (n.mated_to_id)) as parent(id)
    where parent.id is not null`;
  const { rows } = await sql`
    with link as (${links})
    select 1
    where exists (select from next_queen n where ${isChanged} and coalesce(n.mother_id, n.father_id, n.mated_to_id) is not null)
      and (
        exists (
          select from link join next_queen p on p.id = link.id
          where coalesce(p.mother_id, p.father_id, p.mated_to_id) is not null and not coalesce(p.birth_date < link.birth_date, false)
        ) or exists (select from next_queen n where not n.is_new and ${isChanged}) and exists (
          select from link join queen q on q.account_id = ${hidden(accountId)} and q.id = link.id
          where coalesce(q.mother_id, q.father_id, q.mated_to_id) is not null
            and not exists (select from next_queen where next_queen.id = q.id)
        )
      )`.execute(db);
  return rows.length > 0;
}

interface NumberedQueen extends Record<Link, number | null> {
  number: number;
  isMateItself: boolean;
  hasNewMating: boolean;
  hasNewParents: boolean;
}

/**
 * Each array has an entry for each queen. In `hasNewMating`, 1 means that the file changes her mating. In
 * `hasNewParents`, 1 means that the file changes her parents.
 */
interface ChangedLineage {
  lineage: Lineage;
  hasNewMating: Uint8Array;
  hasNewParents: Uint8Array;
}

async function readLineage(scope: Scope): Promise<ChangedLineage> {
  const { accountId, db } = scope;
  const isOutside = sql`parent.id is not null and not exists (select from next_queen where next_queen.id = parent.id)`;
  await createTempTable(
    scope,
    'lineage',
    sql`
      with recursive outside (id) as (
        select parent.id
        from next_queen n cross join lateral (values (n.mother_id), (n.father_id), (n.mated_to_id)) as parent(id)
        where ${isOutside}
        union
        select parent.id
        from outside o
        cross join lateral (select ${COLUMNS} from queen where account_id = ${hidden(accountId)} and queen.id = o.id offset 0) q
        cross join lateral (values (q.mother_id), (q.father_id), (q.mated_to_id)) as parent(id)
        where ${isOutside}
      ), involved as (
        select n.id, ${COLUMNS}, ${isMateItself('n')} as "isMateItself", ${HAS_NEW_MATING} as "hasNewMating", ${HAS_NEW_PARENTS} as "hasNewParents" from next_queen n
        union all
        select q.id, ${COLUMNS}, ${isMateItself('q')}, false, false
        from outside o join queen q on q.account_id = ${hidden(accountId)} and q.id = o.id
      )
      select involved.*, (row_number() over ())::integer as number from involved`,
    'id',
  );
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from lineage`.execute(db);
  const { count } = onlyRow(rows);
  const lineage = newLineage(count);
  const changed: ChangedLineage = {
    lineage,
    hasNewMating: new Uint8Array(count + 1),
    hasNewParents: new Uint8Array(count + 1),
  };
  const numbered = sql<NumberedQueen>`
    select l.number, m.number as mother, f.number as father, t.number as mated_to, l."isMateItself", l."hasNewMating", l."hasNewParents"
    from lineage l
    left join lineage m on m.id = l.mother_id
    left join lineage f on f.id = l.father_id
    left join lineage t on t.id = l.mated_to_id`;
  for await (const some of fetchRows(db, numbered)) {
    for (const row of some) {
      for (const link of LINKS) lineage.linked[link][row.number] = row[link] ?? 0;
      lineage.isMateItself[row.number] = Number(row.isMateItself);
      changed.hasNewMating[row.number] = Number(row.hasNewMating);
      changed.hasNewParents[row.number] = Number(row.hasNewParents);
    }
  }
  return changed;
}

const NAMING_COLUMNS = sql.join(
  ['id', 'external_id', 'name', 'mated_to_id', 'mating_type', 'sdi_code'].map((column) => sql.ref(column)),
);

/**
 * Adds an error for each link of a cycle, at the row that states the link. The sire is the dam's mate, so the row with
 * the dam's mating, if there is one, states the link to a sire. If a mating follows only from a daughter's row with
 * both parents, the daughter's row states the mating.
 */
async function addCycleFaults(scope: Scope, found: readonly CycleLink[]): Promise<void> {
  const { message, params } = cycleFault('cycle', 'n', 'p');
  await addFaults(
    scope,
    sql`
      select coalesce(mating."row", daughter."row", n."row"),
        case when mating."row" is not null then 'mated_to'
          when daughter."row" is not null then 'father'
          when cycle.link = 'mated_to' and n.mated_to_id is not distinct from n.old_mated_to_id then 'mating_type'
          else cycle.link end,
        ${message}, ${params} as params
      from json_to_recordset(${JSON.stringify(found)}::json)
        as cycle(queen integer, other integer, link text, "isAncestor" boolean)
      join lineage l on l.number = cycle.queen join lineage o on o.number = cycle.other join next_queen n on n.id = l.id
      cross join lateral (
        select ${NAMING_COLUMNS} from next_queen where next_queen.id = o.id
        union all select ${NAMING_COLUMNS} from queen q where q.account_id = ${hidden(scope.accountId)} and q.id = o.id
        limit 1
      ) p
      left join family mating on mating.mated_to_id is not null and mating.queen_id = case
        when cycle.link = 'mated_to' then n.id when cycle.link = 'father' and cycle."isAncestor" then n.mother_id end
      left join lateral (
        select min(i."row") as "row" from implied i
        where cycle.link = 'mated_to' and i.mother_id = n.id and i.mated_to_id is null
          and n.mated_to_id is distinct from n.old_mated_to_id
      ) daughter on true`,
    'pedigree_ring',
  );
}
