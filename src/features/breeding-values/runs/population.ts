import { sql } from 'kysely';
import { fetchRows } from '../../../db/fetch-rows.js';
import type { Em } from '../../../db/orm.js';
import type { PedigreeRecord } from '../pedigree-record.js';
import { BATCH_ROWS, readQueens } from '../read-queens.js';
import { inSnapshot } from '../snapshot.js';

/** Fields of a queen that a run uses. */
export type QueenRecord = PedigreeRecord;

/** An evaluation: queen, contemporary group (year and apiary), and the traits of the run in their order. */
export type TestRecord = [queenId: string, year: number, apiaryId: string | null, ...traits: (number | null)[]];

/**
 * Reads the input data of a run from one snapshot, in batches.
 * @param receiver receives the batches. The next batch is read when the promise of the previous call has resolved.
 */
export async function readPopulation(
  em: Em,
  accountId: string,
  traits: readonly string[],
  receiver: { queens(rows: QueenRecord[]): Promise<void>; tests(rows: TestRecord[]): Promise<void> },
): Promise<void> {
  await inSnapshot(em, async (tx) => {
    const db = tx.getKysely<unknown>();
    for await (const queens of readQueens(db, accountId)) await receiver.queens(queens);
    const columns = sql.join(traits.map((trait) => sql.ref(trait)));
    const tests = sql<{ record: TestRecord }>`
      select json_build_array(queen_id, year, apiary_id, ${columns}) as record
      from evaluation where account_id = ${accountId}::uuid order by id`;
    for await (const rows of fetchRows(db, tests, BATCH_ROWS)) await receiver.tests(rows.map(({ record }) => record));
  });
}
