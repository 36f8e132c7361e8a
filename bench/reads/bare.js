import pg from 'pg';
import { equal } from './answers.js';

/** Duration in seconds. */
const WARM_UP = 1;
/** The six columns of an ancestor that a client reads, besides her position. */
const COLUMNS = 'id, name, external_id, race, birth_date, status';

/**
 * A pedigree in one statement: all positions, with repeated ancestors. Keys and permissions are not checked, and rows
 * are not processed.
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
  const asked = herd.asked();
  let next = 0;
  /** @param prepared whether the statement is planned once instead of each time */
  const question = (depth, prepared) => ({
    name: `the bare statement, depth ${depth}${prepared ? ', prepared' : ''}`,
    group: `pedigree ${depth}`,
    ask: (queen) =>
      pool.query({
        text: STATEMENT,
        values: [accountId, herd.id(queen), depth],
        ...(prepared && { name: `walk ${depth}` }),
      }),
    async check(queen) {
      equal((await this.ask(queen)).rows.length, 1 + herd.ancestors(queen, depth).size, 'ancestors');
    },
  });
  const run = async (question, duration) => {
    const times = [];
    const begun = performance.now();
    const callers = Array.from({ length: connections }, async () => {
      while (performance.now() - begun < duration * 1000) {
        const start = performance.now();
        await question.ask(asked[next++ % asked.length]);
        times.push(performance.now() - start);
      }
    });
    await Promise.all(callers);
    return { times, seconds: (performance.now() - begun) / 1000 };
  };
  return {
    questions: [3, 5, 7].flatMap((depth) => [question(depth, false), question(depth, true)]),
    counts: () => ({ cold: 1, warm: 1 }),
    async measure(question) {
      for (const queen of asked.slice(0, 20)) await question.check(queen);
      await run(question, Math.min(WARM_UP, seconds));
      return run(question, seconds / rounds);
    },
    stop: () => pool.end(),
  };
}
