import { sql, type RawBuilder } from 'kysely';
import { JobStatus } from '../graphql/job-status.js';
import { columnsOf, toEntitiesByColumn } from '../graphql/rows.js';
import type { Em } from '../orm.js';
import { BreedingValue } from './breeding-value.entity.js';

/** The first columns of a value, which are the same for all that a queen has of a run: they are told once. */
const OF_ALL = ['account_id', 'run_id', 'queen_id'];
/** Those that follow. */
const OF_EACH = ['trait', 'entity_type', 'raw', 'normalized', 'reliability'];
/** The last ones: what it is the sum of, which few ask for. */
const PIECES = ['parent_average', 'family', 'own_test', 'offspring'];

/**
 * Queens' breeding values of the newest completed run, by trait, as JSON for `valuesByQueen`; null where there are
 * none. On a connection that is turned to another account it finds none.
 * @param account SQL
 * @param asked a query of the queens' ids as `id`, and whether the pieces of their values are wanted as `pieces`
 */
export const newestValues = (em: Em, account: RawBuilder<unknown>, asked: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (String(columnsOf(em, BreedingValue)) !== String([...OF_ALL, ...OF_EACH, ...PIECES])) {
    throw new Error('Breeding values have other columns.');
  }
  return sql`
  select json_agg(json_build_array(asked.id, run.id, hers.told))
  from (${asked}) asked
  cross join lateral (
    select id from ebv_run
    where account_id = ${account} and status = ${sql.lit(JobStatus.completed)} and computed_at is not null
    order by computed_at desc, id limit 1
  ) run
  cross join lateral (
    select json_build_array(${told(OF_EACH)}, ${told(PIECES, sql` filter (where asked.pieces)`)}) as told
    from (
      select * from breeding_value
      where account_id = ${account} and queen_id = asked.id and run_id = run.id
      order by trait, entity_type
    ) value
    having count(*) > 0
  ) hers`;
};

/** Column by column: a list of all values of each is less to make, and to read, than a list for each row. */
const told = (columns: readonly string[], of = sql``): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`array_to_json(array_agg(${sql.ref(column)})${of})`));

/** Of a queen, of the newest run; the columns of pieces are null where they were not wanted. */
export type PackedValues = readonly [queenId: string, runId: string, told: readonly (readonly unknown[] | null)[]];

/** Only queens who have values are in it. Where the pieces were not wanted they are undefined. */
export function valuesByQueen(
  em: Em,
  accountId: string,
  queens: readonly PackedValues[],
): Map<string, BreedingValue[]> {
  const rowsOf = (queenId: string, runId: string, told: PackedValues[2]) => {
    const values = toEntitiesByColumn(em, BreedingValue, [accountId, runId, queenId], told);
    if (told.at(-1) === null) values.forEach(leaveOutPieces);
    return values;
  };
  return new Map(queens.map(([queenId, runId, told]) => [queenId, rowsOf(queenId, runId, told)]));
}

function leaveOutPieces(value: Partial<BreedingValue>): void {
  value.parentAverage = value.family = value.ownTest = value.offspring = undefined;
}
