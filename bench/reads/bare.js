import pg from 'pg';
import { checkEqual } from './checks.js';

const WARM_UP_SECONDS = 1;
/** The six columns of an ancestor that a client reads, in addition to her position. */
const COLUMNS = 'id, name, external_id, race, birth_date, status';

/**
 * Reads a pedigree with one statement: all positions, with repeated ancestors. Unlike the service, this measurement
 * does not check keys and permissions, and does not process rows.
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

/** Measures PostgreSQL without the service, through `pg`, with one client per connection. */
export async function bareStatement({ url, accountId, herd }, { connections, seconds, rounds }) {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const queens = herd.shuffledYoungest();
  let next = 0;
  /**
   * @param prepared true: each connection prepares the statement once; false: the statement is parsed and planned for
   *   each request
   */
  const readCase = (depth, prepared) => ({
    name: `the bare statement, depth ${depth}${prepared ? ', prepared' : ''}`,
    group: `pedigree ${depth}`,
    request: (queen) =>
      pool.query({
        text: STATEMENT,
        values: [accountId, herd.id(queen), depth],
        ...(prepared && { name: `walk ${depth}` }),
      }),
    async check(queen) {
      checkEqual((await this.request(queen)).rows.length, 1 + herd.ancestors(queen, depth).size, 'ancestors');
    },
  });
  const run = async (readCase, duration) => {
    const times = [];
    const runStart = performance.now();
    const callers = Array.from({ length: connections }, async () => {
      while (performance.now() - runStart < duration * 1000) {
        const start = performance.now();
        await readCase.request(queens[next++ % queens.length]);
        times.push(performance.now() - start);
      }
    });
    await Promise.all(callers);
    return { times, seconds: (performance.now() - runStart) / 1000 };
  };
  return {
    cases: [3, 5, 7].flatMap((depth) => [readCase(depth, false), readCase(depth, true)]),
    counts: () => ({ cold: 1, warm: 1 }),
    async measure(readCase) {
      for (const queen of queens.slice(0, 20)) await readCase.check(queen);
      await run(readCase, Math.min(WARM_UP_SECONDS, seconds));
      return run(readCase, seconds / rounds);
    },
    stop: () => pool.end(),
  };
}
