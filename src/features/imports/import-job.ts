import { sql, type Kysely } from 'kysely';
import { withAdvisoryLock } from '../../db/advisory-lock.js';
import { isAccountGone } from '../../db/open-account.js';
import type { Services } from '../../graphql/context.js';
import { isJobPending, isJobQueued, type JobData, type JobHandler } from '../../db/jobs.js';
import type { Em } from '../../db/orm.js';
import { lockPedigree } from '../../db/account-lock.js';
import { renewStatistics } from '../../db/statistics.js';
import { isTransient } from '../../db/database-errors.js';
import { applyImport } from './apply/apply-import.js';
import type { RowFault, ApplyResult } from './apply/apply-in-transaction.js';
import { completeImport } from './apply/complete.js';
import { saveFindings, MAX_FINDINGS } from './findings.js';
import { Import } from './import.entity.js';
import { FORMAT } from './portable/document.js';
import { UnreadableFile, type Finding } from './reading/draft.js';
import { isQueenbookTable } from './reading/formats/table.js';
import { applyRestore } from './restore/apply-restore.js';
import { headerOf, withMemberName } from './member-names.js';
import { deleteUnfinishedImport, restageFile } from './stage-file.js';
import type { ImportKey } from './findings.js';
import { deleteStagedRows, deleteOrphanedRows } from './staging.js';

export const IMPORT_QUEUE = 'import';

/** Name of the lock that lets only one process requeue imports. */
const REQUEUE_LOCK = 'requeue imports';

type ImportServices = Pick<Services, 'orm' | 'jobs' | 'log'>;

export function importHandlers(services: Services): Record<string, JobHandler> {
  return { [IMPORT_QUEUE]: (data) => runImport(services, data) };
}

/**
 * Applies a staged import, unless another process is applying it. An interrupted run was rolled back, so it can be
 * repeated.
 * @throws {ServiceError} `unauthenticated` if the account was deleted meanwhile
 */
export async function runImport(services: ImportServices, { accountId, id }: JobData): Promise<void> {
  const em = services.orm.workingFor(accountId);
  await withAdvisoryLock(services.orm.database, id, async (db) => {
    const row = await em.findOne(Import, { id }, { disableIdentityMap: true });
    if (!row || (row.status !== 'queued' && row.status !== 'running')) return;
    await sql`
      update import set status = 'running', started_at = coalesce(started_at, now())
      where account_id = ${accountId} and id = ${id} and status in ('queued', 'running')`.execute(db);
    try {
      if (!(await readAgain(services, row))) return;
      const current = row.isStaged ? row : await em.findOneOrFail(Import, { id }, { disableIdentityMap: true });
      const result = await apply(services, em, current);
      if (result && 'outcome' in result && !row.dryRun) await renewStatistics(services);
    } catch (error) {
      if (isTransient(error) || isAccountGone(error)) throw error;
      services.log.error({ err: error, import: id }, 'import failed');
      const message = 'The import could not be applied because of an error in Queenbook.';
      const fault = { row: null, column: null, message, code: 'internal' as const, params: {} };
      await fail(services, row, fault);
    }
  });
}

/**
 * Reads the stored file again, if the breeder's decisions have changed how to read it.
 * @returns false if the file is unreadable; the status of the import is then `failed`
 */
async function readAgain(services: ImportServices, row: Import): Promise<boolean> {
  if (row.isStaged) return true;
  try {
    await restageFile(services, row);
    return true;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { message, details } = error;
    const params = { reason: message, ...details };
    await fail(services, row, { row: null, column: null, message, code: 'unreadable_file', params });
    return false;
  }
}

/** Ends an import with an error that concerns the whole file. */
async function fail({ orm }: ImportServices, row: Import, fault: Finding): Promise<void> {
  const result = { faults: [fault], faultCount: 1, warnings: [], warningCount: 0 };
  await orm.workingFor(row.accountId).transactional(async (tx) => {
    await lockPedigree(tx.getKysely<unknown>(), row.accountId);
    await finishUnchanged(tx.getKysely<unknown>(), { accountId: row.accountId, importId: row.id }, result);
  });
}

function apply({ orm }: ImportServices, em: Em, row: Import) {
  const { accountId, id, dryRun, format, rows, columns, decisions } = row;
  const toFindingOfFile = (fault: RowFault) => toFinding(fault, row);
  const key = { accountId, importId: id };
  const finish = (db: Kysely<unknown>, result: ApplyResult) => finishUnchanged(db, key, result);
  const common = { dryRun, rows, finish, toFinding: toFindingOfFile };
  if (format === FORMAT) return applyRestore(em, key, common);
  const { kysely, pglite } = orm.database;
  return applyImport(em, key, {
    ...common,
    format: format ?? 'table',
    decisions,
    headerOf: (member) => headerOf(member, columns),
    isOwn:
      isQueenbookTable(columns.map(({ header }) => header)) && columns.some(({ field }) => field === 'external_id'),
    async progress(fraction) {
      // In the embedded database, a statement outside the transaction would wait for the end of the transaction.
      if (pglite) return;
      const done = Math.floor(rows * fraction);
      await sql`update import set done = ${done} where account_id = ${accountId} and id = ${id}`.execute(kysely);
    },
  });
}

/** Finishes an import that changed nothing, because it had errors or was a dry run. */
async function finishUnchanged(db: Kysely<unknown>, key: ImportKey, result: ApplyResult): Promise<void> {
  await saveFindings(db, key, result.warnings, true);
  if ('outcome' in result) return completeImport(db, key, result.outcome, false, result.warningCount);
  await deleteStagedRows(db, key);
  const mine = sql`account_id = ${key.accountId}::uuid and import_id = ${key.importId}::uuid`;
  await saveFindings(db, key, result.faults, false);
  await sql`
    delete from import_error where ${mine} and not is_warning and ctid not in (
      select ctid from import_error where ${mine} and not is_warning
      order by "row", column_name, message limit ${MAX_FINDINGS}
    )`.execute(db);
  await sql`
    update import set status = 'failed', done = rows, finished_at = now(), error_count = error_count + ${result.faultCount},
      warning_count = warning_count + ${result.warningCount}
    where account_id = ${key.accountId}::uuid and id = ${key.importId}::uuid`.execute(db);
}

function toFinding({ row, field, message, code, params }: RowFault, { columns, format }: Import): Finding {
  // A complete export has no column headers, so the finding contains the name of the member instead.
  if (field === null || format === FORMAT) return { row, column: field, message, code, params };
  const column = headerOf(field, columns);
  return { row, column, message: column === null ? withMemberName(field, message) : message, code, params };
}

/**
 * Called at start. Requeues imports that a killed process left `running`, because the queue would notice the missed
 * heartbeats only later. Deletes imports with an interrupted upload; on a PostgreSQL server, only imports older than
 * one day.
 */
export async function resumeImports({ orm, jobs }: ImportServices): Promise<void> {
  const db = orm.database.kysely;
  const embedded = orm.database.pglite !== undefined;
  const interrupted = await sql<ImportKey>`
    select account_id as "accountId", id as "importId" from import
    where status = 'receiving' and (${embedded}::boolean or created_at < now() - interval '1 day')`.execute(db);
  for (const key of interrupted.rows) await deleteUnfinishedImport(db, key);
  // If an account is deleted during an upload and the process then dies, staged rows without an import remain.
  await deleteOrphanedRows(db);
  await sendJobs({ orm, jobs }, isJobQueued);
}

/**
 * Called periodically. Queues imports that have no job, for example because the upload failed before it sent the job.
 */
export async function requeueImports({ orm, jobs }: Pick<ImportServices, 'orm' | 'jobs'>): Promise<void> {
  // After the clock was set back, a job can have a start time in the future. Such a job would count as pending, but
  // would not start. The reset affects all queues, including the queue for breeding-value runs.
  await jobs.resetFutureTimes();
  // Without the lock, each process would send a job.
  await withAdvisoryLock(orm.database, REQUEUE_LOCK, () => sendJobs({ orm, jobs }, isJobPending));
}

async function sendJobs(
  { orm, jobs }: Pick<ImportServices, 'orm' | 'jobs'>,
  hasJob: typeof isJobPending,
): Promise<void> {
  const { rows } = await sql<JobData>`
    select account_id as "accountId", id from import
    where status in ('queued', 'running') and not ${hasJob(IMPORT_QUEUE, sql.ref('import.id'))}
    order by created_at`.execute(orm.database.kysely);
  for (const job of rows) await jobs.send(IMPORT_QUEUE, job);
}
