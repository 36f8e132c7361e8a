import { sql, type Kysely } from 'kysely';
import { withAdvisoryLock } from '../../../db/advisory-lock.js';
import { isAccountGone } from '../../../db/open-account.js';
import type { Services } from '../../../graphql/context.js';
import { isJobQueued, type JobData, type JobHandler } from '../../../db/jobs.js';
import { lockPedigree } from '../../../db/account-lock.js';
import { isTransient } from '../../../db/database-errors.js';
import { EbvRun } from '../ebv-run.entity.js';
import { VALIDATION_SEASONS } from './run.checks.js';
import { DroneGroups } from '../ebv.enums.js';
import type { RunResult } from './messages.js';
import { readPopulation } from './population.js';
import { RefusedRun, RunInWorker } from './run-in-worker.js';
import { EBV_QUEUE } from './run-queue.js';
import type { Method, RunParameters } from './run.checks.js';
import { deleteValues, storeValues } from './store-values.js';
import { TRAIT_OF_COLUMN } from '../../../core/traits.js';
import { RunCancelled, RunInterrupted, isRunning, watchRun } from './watch-run.js';

type JobServices = Pick<Services, 'orm' | 'jobs' | 'log'>;

export function runHandlers(services: JobServices): Record<string, JobHandler> {
  return { [EBV_QUEUE]: (data, stopping) => computeRun(services, data, stopping) };
}

/**
 * Computes a run from the beginning, unless another process is computing this run.
 * @param stopping aborts the run; the run is repeated later
 * @throws {RunInterrupted} if the run was aborted
 */
async function computeRun(
  services: JobServices,
  { accountId, id }: JobData,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { orm } = services;
  await withAdvisoryLock(orm.database, id, async (db) => {
    const run = await orm.workingFor(accountId).findOne(EbvRun, { id }, { disableIdentityMap: true });
    if (!run || (run.status !== 'queued' && run.status !== 'running')) return;
    await sql`
      update ebv_run set status = 'running', progress = 0
      where account_id = ${accountId} and id = ${id} and status in ('queued', 'running')`.execute(db);
    const worker = new RunInWorker();
    const stopWatching = watchRun(db, run, worker, stopping);
    try {
      await compute(services, run, worker);
    } catch (error) {
      await handleFailure(services, run, error);
    } finally {
      await stopWatching();
      await worker.end();
    }
  });
}

/**
 * Stores the reason why a run failed.
 * @throws the error, if the run must be repeated or its account was deleted
 */
async function handleFailure({ orm, log }: JobServices, run: EbvRun, error: unknown): Promise<void> {
  const db = orm.database.kysely;
  if (error instanceof RunInterrupted || isTransient(error) || isAccountGone(error)) throw error;
  if (error instanceof RunCancelled || !(await isRunning(db, run))) return;
  if (!(error instanceof RefusedRun)) log.error({ err: error, run: run.id }, 'breeding-value run failed');
  const message = error instanceof RefusedRun ? error.message : 'The run failed because of an internal error.';
  const traits = error instanceof RefusedRun ? error.traits : undefined;
  const report = traits ? JSON.stringify({ traits }) : null;
  await withAccountLock(orm, run, async (tx) => {
    await deleteValues(tx, { accountId: run.accountId, runId: run.id });
    await sql`
      update ebv_run set status = 'failed', error = ${message}, report = ${report}::jsonb
      where account_id = ${run.accountId} and id = ${run.id}`.execute(tx);
  }).catch((failed: unknown) => {
    if (!(failed instanceof RunCancelled)) throw failed;
  });
}

async function compute({ orm }: JobServices, run: EbvRun, worker: RunInWorker): Promise<void> {
  const { accountId, id } = run;
  await readPopulation(orm.workingFor(accountId), accountId, run.traits, worker);
  const result = await worker.compute({
    method: run.method as Method,
    traits: run.traits,
    baseYears: run.baseYears as number,
    validationSeasons: run.validationSeasons ?? VALIDATION_SEASONS,
    droneGroups: run.droneGroups ?? DroneGroups.BY_YEAR,
    parameters: run.parameters as RunParameters,
  });
  const owner = { accountId, runId: id };
  // Values become visible only when the run is completed, so each batch can have its own transaction. The lock of the
  // account prevents the deletion of queens while a batch is stored. Other writes of the account wait for one batch at
  // most.
  await withAccountLock(orm, run, (db) => deleteValues(db, owner));
  for await (const rows of worker.values()) await withAccountLock(orm, run, (db) => storeValues(db, owner, rows));
  await withAccountLock(orm, run, (db) => complete(db, run, result));
  await sql`analyze (skip_locked) breeding_value, ranking_row`.execute(orm.database.kysely);
}

/**
 * Runs a transaction under the account's lock.
 * @throws {RunCancelled} if the run was cancelled or deleted
 */
async function withAccountLock(orm: JobServices['orm'], run: EbvRun, work: (db: Kysely<unknown>) => Promise<void>) {
  await orm.workingFor(run.accountId).transactional(async (tx) => {
    const db = tx.getKysely<unknown>();
    await lockPedigree(db, run.accountId);
    if (!(await isRunning(db, run))) throw new RunCancelled();
    await work(db);
  });
}

async function complete(
  db: Kysely<unknown>,
  { accountId, id, traits: requested }: EbvRun,
  result: RunResult,
): Promise<void> {
  const { fingerprint, traits, ...report } = result;
  const evaluated = Object.entries(traits).filter(([, { refused }]) => refused === undefined);
  // Traits without values are removed from the run.
  const remaining = requested.filter((trait) => traits[TRAIT_OF_COLUMN[trait]]?.refused === undefined);
  const parameters = Object.fromEntries(evaluated.map(([trait, each]) => [trait, each.parameters]));
  await sql`
    update ebv_run set status = 'completed', progress = 1, computed_at = clock_timestamp(), fingerprint = ${fingerprint},
      traits = array(select json_array_elements_text(${JSON.stringify(remaining)}::json)),
      parameters = ${JSON.stringify(parameters)}::jsonb, report = ${JSON.stringify({ ...report, traits })}::jsonb
    where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(db);
}

/**
 * Sends a new job for each unfinished run without a queued job, such as a run of a killed process. If a process still
 * computes the run, the new job does nothing, because it finds the run locked or completed.
 */
export async function requeueRuns({ orm, jobs }: JobServices): Promise<void> {
  const { rows } = await sql<JobData>`
    select account_id as "accountId", id from ebv_run
    where status in ('queued', 'running') and not ${isJobQueued(EBV_QUEUE, sql.ref('ebv_run.id'))}
    order by created_at`.execute(orm.database.kysely);
  for (const job of rows) await jobs.send(EBV_QUEUE, job);
}
