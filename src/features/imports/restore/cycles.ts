import { sql } from 'kysely';
import { fetchRows } from '../../../db/fetch-rows.js';
import { onlyRow } from '../../../db/only-row.js';
import { ownAncestorMessage } from '../../queens/lineage/lineage-rules.js';
import { connectedParts } from '../../queens/lineage/cycles.js';
import { addFaults, createTempTable, type BaseScope } from '../apply/scope.js';
import { tableOfSection } from './tables.js';

interface Link {
  queen: number;
  mother: number | null;
  father: number | null;
}

const MAX_FAULTS = 1000;

/**
 * Adds errors for queens that are their own ancestors. The queens are numbered, so that the pedigree of a million
 * queens takes a few megabytes. Links to mates are not checked, because earlier versions did not reject impossible
 * matings (see `precedence`), and exports of these versions must be restorable.
 */
export async function checkCycles(scope: BaseScope): Promise<void> {
  await createTempTable(
    scope,
    'numbered',
    sql`select old_id, (row_number() over (order by file_line))::integer as number from ${tableOfSection('queens')}`,
    'old_id',
  );
  const parents = await readParents(scope);
  const component = connectedParts(parents);
  const closing: { queen: number; parent: number }[] = [];
  for (let place = 2; place < parents.length && closing.length < MAX_FAULTS; place++) {
    const [queen, parent] = [place >> 1, parents[place] ?? 0];
    if (parent !== 0 && component[queen] === component[parent]) closing.push({ queen, parent });
  }
  if (closing.length === 0) return;
  await addFaults(
    scope,
    sql`
      select q.file_line, case when p.old_id = q.mother_id then 'queens.mother_id' else 'queens.father_id' end, ${ownAncestorMessage('q', 'p')}
      from json_to_recordset(${JSON.stringify(closing)}::json) as cycle(queen integer, parent integer)
      join numbered qn on qn.number = cycle.queen join ${tableOfSection('queens')} q on q.old_id = qn.old_id
      join numbered pn on pn.number = cycle.parent join ${tableOfSection('queens')} p on p.old_id = pn.old_id`,
  );
}

/** Returns the numbers of the dam and the sire of each queen; 0 if a parent is unknown. */
async function readParents(scope: BaseScope): Promise<Int32Array> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from numbered`.execute(scope.db);
  const parents = new Int32Array(2 * (onlyRow(rows).count + 1));
  const queens = tableOfSection('queens');
  const links = sql<Link>`
    select n.number as queen, m.number as mother, f.number as father
    from ${queens} q join numbered n on n.old_id = q.old_id
    left join numbered m on m.old_id = q.mother_id left join numbered f on f.old_id = q.father_id
    where q.mother_id is not null or q.father_id is not null`;
  for await (const some of fetchRows(scope.db, links)) {
    for (const { queen, mother, father } of some) parents.set([mother ?? 0, father ?? 0], 2 * queen);
  }
  return parents;
}
