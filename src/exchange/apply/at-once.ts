import { sql, type Kysely } from 'kysely';
import type { Em } from '../../orm.js';
import { lockPedigree } from '../../pedigree/lock.js';
import type { ImportKey } from '../staging.js';
import { completeImport } from './complete.js';
import type { Outcome } from './outcome.js';

export interface Fault {
  row: number | null;
  /** The draft's member at fault, or null where the whole row is. */
  field: string | null;
  message: string;
}

export type Result = { faults: Fault[]; faultCount: number } | { outcome: Outcome };

/** How many faults are told one by one. */
export const MAX_FAULTS = 1000;

/** Ends the transaction without a trace in the account, and carries out what was found. */
class RolledBack extends Error {
  constructor(readonly result: Result) {
    super('rolled back on purpose');
  }
}

/** What was found out of staged rows that noted no fault. */
export interface Found {
  count(): Promise<Outcome>;
  write(): Promise<void>;
}

/**
 * Applies what is staged in one transaction, alone in the account's pedigree; where a fault is noted or the run is dry
 * it leaves no trace.
 * @param find looks through the rows and notes faults in the temporary table `fault`
 * @returns undefined where another process is at it already
 */
export async function applyAtOnce(
  em: Em,
  key: ImportKey,
  dryRun: boolean,
  find: (db: Kysely<unknown>) => Promise<Found>,
): Promise<Result | undefined> {
  try {
    return await em.transactional(async (tx) => {
      const db = tx.getKysely<unknown>() as Kysely<unknown>;
      if (!(await lock(db, key))) return undefined;
      await prepare(db);
      const found = await find(db);
      const faults = await collectFaults(db, key);
      if (faults) throw new RolledBack(faults);
      const outcome = await found.count();
      if (dryRun) throw new RolledBack({ outcome });
      await found.write();
      await completeImport(db, key, outcome, true);
      return { outcome };
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
}

/** Compiling these statements would take longer than running them; without statistics they would run for ever. */
async function prepare(db: Kysely<unknown>): Promise<void> {
  await sql`set local jit = off`.execute(db);
  await sql`set local work_mem = '64MB'`.execute(db);
  await sql`create temporary table fault ("row" integer, field text, message text) on commit drop`.execute(db);
}

/** The pedigree is written by one at a time; the import by nobody else, and not again. */
async function lock(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${importId}, 0)) as taken`.execute(db);
  if (!rows[0]?.taken) return false;
  await lockPedigree(db, accountId);
  const state = await sql`
    select 1 from import where account_id = ${accountId}::uuid and id = ${importId}::uuid and status in ('queued', 'running')
  `.execute(db);
  return state.rows.length > 0;
}

async function collectFaults(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<Result | undefined> {
  const { rows } = await sql<Fault & { count: number }>`
    select distinct "row", field, message, (select count(distinct ("row", field, message))::integer from fault) as count
    from fault order by "row", field, message limit ${MAX_FAULTS}`.execute(db);
  const read = await sql<{ count: number }>`
    select count(*)::integer as count from import_error
    where account_id = ${accountId}::uuid and import_id = ${importId}::uuid`.execute(db);
  const readCount = read.rows[0]?.count ?? 0;
  if (rows.length === 0 && readCount === 0) return undefined;
  return {
    faults: rows.map(({ row, field, message }) => ({ row, field, message })),
    faultCount: readCount + (rows[0]?.count ?? 0),
  };
}
