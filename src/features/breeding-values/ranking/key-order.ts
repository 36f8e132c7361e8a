import { sql, type RawBuilder } from 'kysely';

/** Position of a queen in a list that is sorted by a number `key`, then by her id. */
export interface KeyPosition {
  key: number;
  queenId: string;
}

/** Key of queens without a value, who are last in both directions. A JSON number, because cursors contain the key. */
const MISSING_KEY = 1e300;

/** SQL for a list of queens that is sorted by a number `key`, then by id. */
export function keyOrder(descending: boolean) {
  const beyond = descending ? sql`<` : sql`>`;
  return {
    missingKey: descending ? -MISSING_KEY : MISSING_KEY,
    direction: descending ? sql`desc` : sql`asc`,
    /**
     * A clause for the rows after a position; empty without a position.
     * @param id the column with the id of the queen
     */
    whereAfter: (after: KeyPosition | undefined, id: RawBuilder<unknown>): RawBuilder<unknown> =>
      after
        ? sql`where key ${beyond} ${after.key}::float8 or (key = ${after.key}::float8 and ${id} > ${after.queenId}::uuid)`
        : sql``,
  };
}
