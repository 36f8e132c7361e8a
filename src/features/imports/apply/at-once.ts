import type { FaultCode } from '../../../core/fault-codes.js';
import { sql, type Kysely } from 'kysely';
import type { Em } from '../../../db/orm.js';
import { lockPedigree } from '../../../db/account-lock.js';
import type { ImportKey } from '../findings.js';
import { keepFindings, MAX_FINDINGS } from '../findings.js';
import type { Finding } from '../reading/draft.js';
import { completeImport } from './complete.js';
import type { Outcome } from './outcome.js';

export interface Fault {
  row: number | null;
  /** The draft's member at fault, or null where the whole row is. */
  field: string | null;
  message: string;
  code: FaultCode;
  params: Record<string, unknown>;
}

/** Warnings of either result: the first of them, and how many there are. */
interface Warned {
  warnings: Finding[];
  warningCount: number;
}

export type Result = ({ faults: Finding[]; faultCount: number } | { outcome: Outcome }) & Warned;

export interface AtOnceOptions {
  dryRun: boolean;
  /** Puts the column of the file in place of a draft's member. */
  tell: (fault: Fault) => Finding;
}

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
  { dryRun, tell }: AtOnceOptions,
  find: (db: Kysely<unknown>) => Promise<Found>,
): Promise<Result | undefined> {
  try {
    return await em.transactional(async (tx) => {
      const db = tx.getKysely<unknown>();
      if (!(await lock(db, key))) return undefined;
      await prepare(db);
      const found = await find(db);
      const noted = await collectWarnings(db, tell);
      const faults = await collectFaults(db, key, tell);
      if (faults) throw new RolledBack({ ...faults, ...noted });
      const outcome = await found.count();
      if (dryRun) throw new RolledBack({ outcome, ...noted });
      await found.write();
      await keepFindings(db, key, noted.warnings, true);
      await completeImport(db, key, outcome, true, noted.warningCount);
      return { outcome, ...noted };
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
  await sql`
    create temporary table fault (
      "row" integer, field text, message text, code text, params jsonb not null default '{}', is_warning boolean not null
    ) on commit drop`.execute(db);
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

/** The first findings of a kind in the order of the rows, and how many there are. */
async function collect(db: Kysely<unknown>, isWarning: boolean): Promise<(Fault & { count: number })[]> {
  const { rows } = await sql<Fault & { count: number }>`
    select *, (count(*) over ())::integer as count
    from (select distinct "row", field, message, code, params from fault where is_warning = ${isWarning}::boolean) found
    order by "row", field, message limit ${MAX_FINDINGS}`.execute(db);
  return rows;
}

async function collectWarnings(db: Kysely<unknown>, tell: AtOnceOptions['tell']): Promise<Warned> {
  const found = await collect(db, true);
  return { warnings: found.map(tell), warningCount: found[0]?.count ?? 0 };
}

async function collectFaults(db: Kysely<unknown>, { accountId, importId }: ImportKey, tell: AtOnceOptions['tell']) {
  const found = await collect(db, false);
  const read = await sql<{ count: number }>`
    select count(*)::integer as count from import_error
    where account_id = ${accountId}::uuid and import_id = ${importId}::uuid and not is_warning`.execute(db);
  const readCount = read.rows[0]?.count ?? 0;
  if (found.length === 0 && readCount === 0) return undefined;
  return { faults: found.map(tell), faultCount: readCount + (found[0]?.count ?? 0) };
}
