import type { FaultCode } from '../../../core/fault-codes.js';
import { sql, type Kysely } from 'kysely';
import type { Em } from '../../../db/orm.js';
import { lockPedigree } from '../../../db/account-lock.js';
import type { ImportKey } from '../findings.js';
import { saveFindings, MAX_FINDINGS } from '../findings.js';
import type { Finding } from '../reading/draft.js';
import { completeImport } from './complete.js';
import type { Outcome } from './outcome.js';

export interface RowFault {
  row: number | null;
  /** Member of the draft that has the error; null for the whole row. */
  field: string | null;
  message: string;
  code: FaultCode;
  params: Record<string, unknown>;
}

/** The first warnings, and the number of all warnings. */
interface CollectedWarnings {
  warnings: Finding[];
  warningCount: number;
}

/** `faults` are the first errors of the checks, and `faultCount` is the number of all. Both omit errors from reading. */
export type ApplyResult = ({ faults: Finding[]; faultCount: number } | { outcome: Outcome }) & CollectedWarnings;

export interface TransactionOptions {
  dryRun: boolean;
  /** Converts a fault to a finding, which names the column of the file instead of the member of the draft. */
  toFinding: (fault: RowFault) => Finding;
  /** Records the result of an import that wrote nothing to the account. */
  finish: (db: Kysely<unknown>, result: ApplyResult) => Promise<void>;
}

/** Thrown to roll back the transaction; contains the result of the import. */
class RolledBack extends Error {
  constructor(readonly result: ApplyResult) {
    super('rolled back on purpose');
  }
}

/** The checked rows. `count` counts the changes that the import would make; `write` writes them. */
export interface PreparedWrite {
  count(): Promise<Outcome>;
  /** Saves the changes that the import would make, row by row. Absent if the file cannot be reviewed. */
  review?(): Promise<void>;
  write(): Promise<void>;
}

/**
 * Applies staged rows in one transaction, which locks the account's pedigree. If a file with a review has errors or the
 * import is a dry run, only the review and the result are written. Without a review, the transaction is rolled back, and
 * then only the result is written.
 * @param check checks the rows and adds errors to the temporary table `fault`
 * @returns the result; undefined if the import had already ended
 */
export async function applyInTransaction(
  em: Em,
  key: ImportKey,
  { dryRun, toFinding, finish }: TransactionOptions,
  check: (db: Kysely<unknown>) => Promise<PreparedWrite>,
): Promise<ApplyResult | undefined> {
  try {
    return await em.transactional(async (tx) => {
      const db = tx.getKysely<unknown>();
      if (!(await lockForImport(db, key))) return undefined;
      await prepareSession(db);
      const prepared = await check(db);
      const collected = await collectWarnings(db, toFinding);
      const faults = await collectFaults(db, key, toFinding);
      const result: ApplyResult = faults
        ? { ...faults, ...collected }
        : { outcome: await prepared.count(), ...collected };
      if (!('outcome' in result) || dryRun) {
        if (!prepared.review) throw new RolledBack(result);
        await prepared.review();
        await finish(db, result);
        return result;
      }
      await prepared.write();
      await saveFindings(db, key, collected.warnings, true);
      await completeImport(db, key, result.outcome, true, collected.warningCount);
      return result;
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    const { result } = error;
    await em.transactional(async (tx) => {
      await lockPedigree(tx.getKysely<unknown>(), key.accountId);
      await finish(tx.getKysely<unknown>(), result);
    });
    return result;
  }
}

/** Prepares the transaction. Disables JIT compilation, which would take longer than the statements of an import. */
async function prepareSession(db: Kysely<unknown>): Promise<void> {
  await sql`set local jit = off`.execute(db);
  await sql`set local work_mem = '64MB'`.execute(db);
  await sql`
    create temporary table if not exists fault (
      "row" integer, field text, message text, code text, params jsonb not null default '{}', is_warning boolean not null
    ) on commit delete rows`.execute(db);
}

/** Locks the account's pedigree. Returns false if the import has already ended. */
async function lockForImport(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<boolean> {
  await lockPedigree(db, accountId);
  const state = await sql`
    select 1 from import where account_id = ${accountId}::uuid and id = ${importId}::uuid and status in ('queued', 'running')
  `.execute(db);
  return state.rows.length > 0;
}

/**
 * Returns the first errors, or the first warnings, in the order of their rows. Each row of the result also contains the
 * total number of errors or warnings.
 */
async function collect(db: Kysely<unknown>, isWarning: boolean): Promise<(RowFault & { count: number })[]> {
  const { rows } = await sql<RowFault & { count: number }>`
    select *, (count(*) over ())::integer as count
    from (select distinct "row", field, message, code, params from fault where is_warning = ${isWarning}::boolean) found
    order by "row", field, message limit ${MAX_FINDINGS}`.execute(db);
  return rows;
}

async function collectWarnings(
  db: Kysely<unknown>,
  toFinding: TransactionOptions['toFinding'],
): Promise<CollectedWarnings> {
  const found = await collect(db, true);
  return { warnings: found.map(toFinding), warningCount: found[0]?.count ?? 0 };
}

async function collectFaults(
  db: Kysely<unknown>,
  { accountId, importId }: ImportKey,
  toFinding: TransactionOptions['toFinding'],
) {
  const found = await collect(db, false);
  const fromReading = await sql`
    select from import_error
    where account_id = ${accountId}::uuid and import_id = ${importId}::uuid and not is_warning limit 1`.execute(db);
  if (found.length === 0 && fromReading.rows.length === 0) return undefined;
  return { faults: found.map(toFinding), faultCount: found[0]?.count ?? 0 };
}
