import { sql, type Kysely } from 'kysely';
import { fetchRows } from '../../db/fetch-rows.js';
import type { PedigreeRecord } from './pedigree-record.js';

/** SQL for the fields of a `PedigreeRecord`, from a row `q` of `queen`. Fingerprints of runs depend on their order. */
export const PEDIGREE_RECORD = sql`
  q.id, q.birth_year as "birthYear", q.mother_id as "motherId",
  case when q.mother_id is null then q.father_id end as "fatherId", q.mated_to_id as "matedToId",
  q.mating_type as "matingType", q.sdi_code as "sdiCode", q.drone_producers as "droneProducers", q.drones,
  q.mated_at as "matedAt", q.mating_station as "matingStation"`;

/** Number of rows that are sent to a thread at once. */
export const BATCH_ROWS = 1000;

/** Yields all queens of an account in batches. Must run in a transaction. */
export const readQueens = (db: Kysely<unknown>, accountId: string): AsyncGenerator<PedigreeRecord[]> =>
  fetchRows(
    db,
    sql<PedigreeRecord>`
      select ${PEDIGREE_RECORD} from queen q where q.account_id = ${accountId}::uuid order by q.id`,
    BATCH_ROWS,
  );
