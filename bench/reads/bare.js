import pg from 'pg';
import { spread } from './load.js';

/** The six columns of an ancestor that a client reads, beside her place. */
const COLUMNS = 'id, name, external_id, race, birth_date, status';

/**
 * A pedigree by one statement: every position of it, shared ancestors as often as they stand there; without keys,
 * permissions, or anything that is made of the rows.
 */
const STATEMENT = `
  with recursive walk as (
    select 1 as position, 0 as generation, mother_id, father_id, ${COLUMNS}
    from queen where account_id = $1 and id = $2
    union all
    select parent.position, walk.generation + 1, queen.mother_id, queen.father_id, ${COLUMNS.replace(/\w+/g, 'queen.$&')}
    from walk
    cross join lateral (
      values (2 * walk.position, walk.mother_id), (2 * walk.position + 1, walk.father_id)
    ) parent (position, id)
    join queen on queen.account_id = $1 and queen.id = parent.id
    where walk.generation < $3
  )
  select position, generation, ${COLUMNS} from walk`;

/** What PostgreSQL itself does, asked through `pg` by as many callers as connections. @param prepared or planned each time */
export async function bareStatement({ url, accountId, herd }, { depth, prepared, connections, seconds }) {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const asked = herd.asked();
  let next = 0;
  const ask = (queen) =>
    pool.query({
      text: STATEMENT,
      values: [accountId, herd.id(queen), depth],
      ...(prepared && { name: `walk ${depth}` }),
    });
  try {
    for (const queen of asked.slice(0, 20)) {
      const { rows } = await ask(queen);
      if (rows.length !== 1 + herd.ancestors(queen, depth).size) throw new Error('the bare statement finds others');
    }
    for (const time of [1, seconds]) {
      const times = [];
      const begun = performance.now();
      const callers = Array.from({ length: connections }, async () => {
        while (performance.now() - begun < time * 1000) {
          const start = performance.now();
          await ask(asked[next++ % asked.length]);
          times.push(performance.now() - start);
        }
      });
      await Promise.all(callers);
      if (time === seconds) return spread(times, (performance.now() - begun) / 1000);
    }
  } finally {
    await pool.end();
  }
}
