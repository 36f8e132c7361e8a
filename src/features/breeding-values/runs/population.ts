import { IsolationLevel } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { Em } from '../../../db/orm.js';
import type { PedigreeRecord } from '../pedigree-record.js';

/** Fields of a queen that a run uses. */
export type QueenRecord = PedigreeRecord;

/** An evaluation: queen, contemporary group (year and apiary), and the traits of the run in their order. */
export type TestRecord = [queenId: string, year: number, apiaryId: string | null, ...traits: (number | null)[]];

const BATCH_ROWS = 1000;

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
  await em.transactional(
    async (tx) => {
      const db = tx.getKysely();
      const walk = async <Row extends { id: string }>(
        read: (after: string | null) => Promise<Row[]>,
        send: (rows: Row[]) => Promise<void>,
      ) => {
        let after: string | null = null;
        for (;;) {
          const rows: Row[] = await read(after);
          if (rows.length > 0) await send(rows);
          const last = rows.at(-1);
          if (!last || rows.length < BATCH_ROWS) return;
          after = last.id;
        }
      };
      await walk(
        async (after) => {
          const { rows } = await sql<QueenRecord>`
            select id, birth_year as "birthYear", mother_id as "motherId",
              case when mother_id is null then father_id end as "fatherId", mated_to_id as "matedToId",
              mating_type as "matingType", sdi_code as "sdiCode", drone_producers as "droneProducers", drones,
              mated_at as "matedAt", mating_station as "matingStation"
            from queen
            where account_id = ${accountId}::uuid and (${after}::uuid is null or id > ${after}::uuid)
            order by id limit ${BATCH_ROWS}`.execute(db);
          return rows;
        },
        (rows) => receiver.queens(rows),
      );
      const columns = sql.join(traits.map((trait) => sql.ref(trait)));
      await walk(
        async (after) => {
          const { rows } = await sql<{ id: string; record: TestRecord }>`
            select id, json_build_array(queen_id, year, apiary_id, ${columns}) as record
            from evaluation
            where account_id = ${accountId}::uuid and (${after}::uuid is null or id > ${after}::uuid)
            order by id limit ${BATCH_ROWS}`.execute(db);
          return rows;
        },
        (rows) => receiver.tests(rows.map(({ record }) => record)),
      );
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  );
}
