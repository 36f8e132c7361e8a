import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { JobStatus } from '../graphql/job-status.js';
import { columnsOf, toEntitiesByColumn } from '../graphql/rows.js';
import type { Em } from '../orm.js';
import { BreedingValue } from './breeding-value.entity.js';

/** The first columns of a value, which are the same for all that a queen has of a run: they are told once. */
const OF_ALL = ['account_id', 'run_id', 'queen_id'];
/** Those that say what a value is of: mostly the same for all queens of a run. */
const WHAT = ['trait', 'entity_type'];
/** Those that follow. */
const OF_EACH = ['raw', 'normalized', 'reliability'];
/** The last ones: what it is the sum of, which few ask for. */
const PIECES = ['parent_average', 'family', 'own_test', 'offspring'];

/**
 * Queens' breeding values of the newest completed run, by trait, as JSON for `valuesByQueen`; null where there are
 * none. On a connection that is turned to another account it finds none.
 * @param account SQL
 * @param asked a query of the queens' ids as `id`, and whether the pieces of their values are wanted as `pieces`
 * @param pieces whether any are
 */
export const newestValues = (
  em: Em,
  account: RawBuilder<unknown>,
  asked: RawBuilder<unknown>,
  pieces: boolean,
): RawBuilder<unknown> => {
  if (String(columnsOf(em, BreedingValue)) !== String([...OF_ALL, ...WHAT, ...OF_EACH, ...PIECES])) {
    throw new Error('Breeding values have other columns.');
  }
  const toldOfPieces = pieces
    ? told(PIECES, sql` filter (where asked.pieces)`)
    : sql.join(PIECES.map(() => sql`null::json`));
  return sql`
  select json_agg(json_build_array(asked.id, run.id, hers.told))
  from (${asked}) asked
  cross join lateral (
    select id from ebv_run
    where account_id = ${account} and status = ${sql.lit(JobStatus.completed)} and computed_at is not null
    order by computed_at desc, id limit 1
  ) run
  cross join lateral (
    select json_build_array(string_agg(trait || ' ' || entity_type, ','), ${told(OF_EACH)}, ${toldOfPieces}) as told
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

/** Of a queen, of the newest run: what they are of, and columns; those of pieces are null where they were not wanted. */
export type PackedValues = readonly [
  queenId: string,
  runId: string,
  told: readonly [of: string, ...columns: (readonly number[] | null)[]],
];

/** Only queens who have values are in it. Where the pieces were not wanted they are undefined. */
export function valuesByQueen(
  em: Em,
  accountId: string,
  queens: readonly PackedValues[],
): Map<string, BreedingValue[]> {
  const rowsOf = ([queenId, runId, [of, ...columns]]: PackedValues) =>
    toEntitiesByColumn(em, BreedingValue, [accountId, runId, queenId], [...whatOf(of), ...columns]);
  return new Map(queens.map((packed) => [packed[0], rowsOf(packed)]));
}

/** What values are of, by the text that says so; of all runs together there are few. */
const known = new LRUCache<string, readonly [traits: string[], entityTypes: string[]]>({ max: 100 });

function whatOf(text: string): readonly [traits: string[], entityTypes: string[]] {
  let what = known.get(text);
  if (!what) {
    // Both are words.
    const pairs = text.split(',').map((pair) => pair.split(' '));
    known.set(text, (what = [pairs.map(([trait]) => trait!), pairs.map(([, entityType]) => entityType!)]));
  }
  return what;
}
