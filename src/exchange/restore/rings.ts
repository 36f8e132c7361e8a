import { sql } from 'kysely';
import { ownAncestorMessage } from '../../pedigree/lineage-rules.js';
import { faults, table, type Within } from '../apply/scope.js';
import { restored } from './tables.js';

interface Link {
  queen: number;
  mother: number | null;
  father: number | null;
}

const AT_A_TIME = 20_000;
const MOST_FAULTS = 1000;

/**
 * Notes queens that are their own ancestors. Queens go by numbers here, so that the pedigree of a million takes some
 * megabytes, and is walked once, however deep.
 */
export async function checkRings(scope: Within): Promise<void> {
  await table(
    scope,
    'numbered',
    sql`select old_id, (row_number() over (order by file_line))::integer as number from ${restored('queens')}`,
    'old_id',
  );
  const closing = findRings(await readParents(scope)).slice(0, MOST_FAULTS);
  if (closing.length === 0) return;
  await faults(
    scope,
    sql`
      select q.file_line, case when p.old_id = q.mother_id then 'queens.mother_id' else 'queens.father_id' end, ${ownAncestorMessage('q', 'p')}
      from json_to_recordset(${JSON.stringify(closing)}::json) as ring(queen integer, parent integer)
      join numbered qn on qn.number = ring.queen join ${restored('queens')} q on q.old_id = qn.old_id
      join numbered pn on pn.number = ring.parent join ${restored('queens')} p on p.old_id = pn.old_id`,
  );
}

/** Two numbers a queen, her mother's and her father's; 0 for none. */
async function readParents({ db }: Within): Promise<Int32Array> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from numbered`.execute(db);
  const parents = new Int32Array(2 * (rows[0]!.count + 1));
  const queens = restored('queens');
  await sql`
    declare link no scroll cursor for
    select n.number as queen, m.number as mother, f.number as father
    from ${queens} q join numbered n on n.old_id = q.old_id
    left join numbered m on m.old_id = q.mother_id left join numbered f on f.old_id = q.father_id
    where q.mother_id is not null or q.father_id is not null`.execute(db);
  for (;;) {
    const { rows: links } = await sql<Link>`fetch forward ${sql.lit(AT_A_TIME)} from link`.execute(db);
    if (links.length === 0) return parents;
    for (const { queen, mother, father } of links) {
      parents[2 * queen] = mother ?? 0;
      parents[2 * queen + 1] = father ?? 0;
    }
  }
}

const [NEW, OPEN, DONE] = [0, 1, 2];

/** The links that close a ring: walking up from each queen, one that leads to somebody who is still being walked from. */
export function findRings(parents: Int32Array): { queen: number; parent: number }[] {
  const state = new Uint8Array(parents.length / 2);
  /** How many parents of a queen have been walked to. */
  const walked = new Uint8Array(parents.length / 2);
  const closing: { queen: number; parent: number }[] = [];
  const path: number[] = [];
  for (let start = 1; start < state.length; start++) {
    if (state[start] !== NEW) continue;
    path.push(start);
    while (path.length > 0) {
      const queen = path[path.length - 1]!;
      state[queen] = OPEN;
      const which = walked[queen]!++;
      if (which > 1) {
        state[queen] = DONE;
        path.pop();
        continue;
      }
      const parent = parents[2 * queen + which]!;
      if (parent === 0) continue;
      if (state[parent] === OPEN) closing.push({ queen, parent });
      else if (state[parent] === NEW) path.push(parent);
    }
  }
  return closing;
}
