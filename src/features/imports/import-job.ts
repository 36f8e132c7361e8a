import { sql } from 'kysely';
import { withAdvisoryLock } from '../../db/advisory-lock.js';
import { isAccountGone } from '../../db/open-account.js';
import type { Services } from '../../graphql/context.js';
import { isJobPending, isJobQueued, type JobData, type JobHandler } from '../../db/jobs.js';
import type { Em } from '../../db/orm.js';
import { lockPedigree } from '../../db/account-lock.js';
import { renewStatistics } from '../../db/statistics.js';
import { isTransient } from '../../db/database-errors.js';
import { applyImport } from './apply/apply-import.js';
import type { Fault, Result } from './apply/at-once.js';
import { completeImport } from './apply/complete.js';
import { keepFindings, MAX_FINDINGS } from './findings.js';
import { Import } from './import.entity.js';
import { FORMAT } from './portable/document.js';
import type { Finding } from './reading/draft.js';
import { isOwn } from './reading/formats/table.js';
import { applyRestore } from './restore/apply-restore.js';
import { columnOf, withMember } from './member-names.js';
import { forgetImport } from './stage-file.js';
import type { ImportKey } from './findings.js';
import { unstage, unstageOrphans } from './staging.js';

export const IMPORT_QUEUE = 'import';

/** What processes take turns at when they look for imports that were left. */
const REVIVING = 'reviving imports';

type Handled = Pick<Services, 'orm' | 'jobs' | 'log'>;

export function importHandlers(services: Services): Record<string, JobHandler> {
  return { [IMPORT_QUEUE]: (data) => runImport(services, data) };
}

/**
 * Applies a staged import. A run that was cut short left nothing behind, and is simply done again.
 * @throws {ServiceError} `unauthenticated` where the account was given up meanwhile
 */
export async function runImport(services: Handled, { accountId, id }: JobData): Promise<void> {
  const em = services.orm.workingFor(accountId);
  const row = await em.findOne(Import, { id }, { disableIdentityMap: true });
  if (!row || (row.status !== 'queued' && row.status !== 'running')) return;
  const db = services.orm.database.kysely;
  await sql`
    update import set status = 'running', started_at = coalesce(started_at, now())
    where account_id = ${accountId} and id = ${id} and status in ('queued', 'running')`.execute(db);
  try {
    const result = await apply(services, em, row);
    if (!result) return;
    if ('faults' in result || row.dryRun) await settle(services, row, result);
    else await renewStatistics(services);
  } catch (error) {
    if (isTransient(error) || isAccountGone(error)) throw error;
    services.log.error({ err: error, import: id }, 'import');
    const message = 'The import could not be applied because of a fault of this service.';
    const fault = { row: null, column: null, message, code: 'internal' as const, params: {} };
    await settle(services, row, { faults: [fault], faultCount: 1, warnings: [], warningCount: 0 });
  }
}

function apply({ orm }: Handled, em: Em, row: Import) {
  const { accountId, id, dryRun, format, rows, columns, decisions } = row;
  const tell = (fault: Fault) => told(fault, row);
  const key = { accountId, importId: id };
  if (format === FORMAT) return applyRestore(em, key, { dryRun, rows, tell });
  const { kysely, pglite } = orm.database;
  return applyImport(em, key, {
    dryRun,
    tell,
    format: format ?? 'table',
    rows,
    decisions,
    isOwn: isOwn(columns.map(({ header }) => header)) && columns.some(({ field }) => field === 'external_id'),
    async progress(fraction) {
      // Inside a transaction of the embedded database any other statement would wait for its end.
      if (pglite) return;
      const done = Math.floor(rows * fraction);
      await sql`update import set done = ${done} where account_id = ${accountId} and id = ${id}`.execute(kysely);
    },
  });
}

/** Ends an import that changed nothing: faulty, or dry. */
async function settle({ orm }: Handled, row: Import, result: Result): Promise<void> {
  await orm.workingFor(row.accountId).transactional(async (tx) => {
    const db = tx.getKysely<unknown>();
    const key = { accountId: row.accountId, importId: row.id };
    await lockPedigree(db, key.accountId);
    await keepFindings(db, key, result.warnings, true);
    if ('outcome' in result) return completeImport(db, key, result.outcome, false, result.warningCount);
    await unstage(db, key);
    const mine = sql`account_id = ${row.accountId}::uuid and import_id = ${row.id}::uuid`;
    await keepFindings(db, key, result.faults, false);
    await sql`
      delete from import_error where ${mine} and not is_warning and ctid not in (
        select ctid from import_error where ${mine} and not is_warning
        order by "row", column_name, message limit ${MAX_FINDINGS}
      )`.execute(db);
    await sql`
      update import set status = 'failed', done = rows, finished_at = now(), error_count = ${result.faultCount},
        warning_count = warning_count + ${result.warningCount}
      where account_id = ${row.accountId}::uuid and id = ${row.id}::uuid`.execute(db);
  });
}

function told({ row, field, message, code, params }: Fault, { columns, format }: Import): Finding {
  // The rows of an export are told by their members, which need no header.
  if (field === null || format === FORMAT) return { row, column: field, message, code, params };
  const column = columnOf(field, columns);
  return { row, column, message: column === null ? withMember(field, message) : message, code, params };
}

/**
 * At the start: what a process left when it died. Imports that it left `running` are sent on their way again at once,
 * before the queue misses its heartbeats; what was still being received is forgotten.
 */
export async function takeUpImports({ orm, jobs }: Handled): Promise<void> {
  const db = orm.database.kysely;
  const embedded = orm.database.pglite !== undefined;
  const cutShort = await sql<ImportKey>`
    select account_id as "accountId", id as "importId" from import
    where status = 'receiving' and (${embedded}::boolean or created_at < now() - interval '1 day')`.execute(db);
  for (const key of cutShort.rows) await forgetImport(db, key);
  // An upload that ended after its account was deleted, and died before it could clear up.
  await unstageOrphans(db);
  await sendImports({ orm, jobs }, isJobQueued);
}

/** Now and again: imports that no job is about, such as those whose upload failed before it could send one. */
export async function reviveImports({ orm, jobs }: Pick<Handled, 'orm' | 'jobs'>): Promise<void> {
  // Also for runs: a job that is put off counts as one that is on its way.
  await jobs.resetFutureTimes();
  // Of several processes that look at the same time one does, or each would send a job.
  await withAdvisoryLock(orm.database, REVIVING, () => sendImports({ orm, jobs }, isJobPending));
}

async function sendImports({ orm, jobs }: Pick<Handled, 'orm' | 'jobs'>, hasJob: typeof isJobPending): Promise<void> {
  const { rows } = await sql<JobData>`
    select account_id as "accountId", id from import
    where status in ('queued', 'running') and not ${hasJob(IMPORT_QUEUE, sql.ref('import.id'))}
    order by created_at`.execute(orm.database.kysely);
  for (const job of rows) await jobs.send(IMPORT_QUEUE, job);
}
