import { sql, type Kysely } from 'kysely';
import { isAccountGone } from '../../access/open-account.js';
import type { Services } from '../../context.js';
import type { JobData, JobHandler } from '../../jobs.js';
import { lockPedigree } from '../../pedigree/lock.js';
import { isUnreachable } from '../../unreachable.js';
import { EbvRun } from '../ebv-run.entity.js';
import type { RunResult } from './messages.js';
import { readPopulation } from './population.js';
import { RefusedRun, RunInWorker } from './run-in-worker.js';
import { EBV_QUEUE } from './run-queue.js';
import type { Method, RunParameters } from './run.checks.js';
import { storeValues } from './store-values.js';
import { TRAIT_WORDS } from './trait-words.js';

type Handled = Pick<Services, 'orm' | 'jobs' | 'log'>;

/** How often the share that is done is written down, in milliseconds. */
const TOLD_EVERY = 1000;

export function runHandlers(services: Handled): Record<string, JobHandler> {
  return { [EBV_QUEUE]: (data) => computeRun(services, data) };
}

/** The run was cancelled, or its account given up, while it went on. */
class Cancelled extends Error {}

/** Computes a run. One that was cut short has written nothing, and is done again from the beginning. */
export async function computeRun(services: Handled, { accountId, id }: JobData): Promise<void> {
  const { orm, log } = services;
  const run = await orm.ownedBy(accountId).findOne(EbvRun, { id }, { disableIdentityMap: true });
  if (!run || (run.status !== 'queued' && run.status !== 'running')) return;
  const db = orm.database.kysely;
  await sql`
    update ebv_run set status = 'running', progress = 0
    where account_id = ${accountId} and id = ${id} and status in ('queued', 'running')`.execute(db);
  const worker = new RunInWorker(teller(db, run, () => void worker.end()));
  try {
    await compute(services, run, worker);
  } catch (error) {
    if (isUnreachable(error) || isAccountGone(error)) throw error;
    if (error instanceof Cancelled || !(await isWanted(db, run))) return;
    if (!(error instanceof RefusedRun)) log.error({ err: error, run: id }, 'breeding values');
    const words = error instanceof RefusedRun ? error.message : 'The run failed because of a fault of this service.';
    await sql`
      update ebv_run set status = 'failed', error = ${words}
      where account_id = ${accountId} and id = ${id} and status = 'running'`.execute(db);
  } finally {
    await worker.end();
  }
}

async function isWanted(db: Kysely<unknown>, { accountId, id }: EbvRun): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ebv_run where account_id = ${accountId} and id = ${id} and status = 'running'`.execute(db);
  return rows.length > 0;
}

/** Writes the progress down now and then, and ends the work where nobody wants it any more. */
function teller(db: Kysely<unknown>, { accountId, id }: EbvRun, end: () => void): (fraction: number) => void {
  let told = 0;
  let busy = false;
  return (fraction) => {
    if (busy || Date.now() - told < TOLD_EVERY) return;
    told = Date.now();
    busy = true;
    sql`
      update ebv_run set progress = ${fraction}
      where account_id = ${accountId} and id = ${id} and status = 'running' returning 1`
      .execute(db)
      .then(({ rows }) => rows.length > 0 || end())
      // What is wrong with the database shows where the run itself needs it.
      .catch(() => undefined)
      .finally(() => (busy = false));
  };
}

async function compute({ orm }: Handled, run: EbvRun, worker: RunInWorker): Promise<void> {
  const { accountId, id } = run;
  await readPopulation(orm.ownedBy(accountId), accountId, run.traits, worker);
  const result = await worker.compute({
    method: run.method as Method,
    traits: run.traits,
    baseYears: run.baseYears as number,
    parameters: run.parameters as RunParameters,
  });
  // All of it appears at once, under the account's lock: nobody deletes a queen while her values are written.
  await orm.ownedBy(accountId).transactional(async (tx) => {
    const db = tx.getKysely<unknown>() as Kysely<unknown>;
    await lockPedigree(db, accountId);
    if (!(await isWanted(db, run))) throw new Cancelled();
    for await (const rows of worker.values()) await storeValues(db, { accountId, runId: id }, rows);
    await complete(db, run, result);
  });
  await sql`analyze breeding_value, ranking_row`.execute(orm.database.kysely);
}

async function complete(
  db: Kysely<unknown>,
  { accountId, id, traits: asked }: EbvRun,
  result: RunResult,
): Promise<void> {
  const { fingerprint, traits, ...report } = result;
  const valued = Object.entries(traits).filter(([, { refused }]) => refused === undefined);
  // What a run has values of is not always all that was asked of it.
  const kept = asked.filter((trait) => traits[TRAIT_WORDS[trait] as string]?.refused === undefined);
  const parameters = Object.fromEntries(valued.map(([trait, each]) => [trait, each.parameters]));
  await sql`
    update ebv_run set status = 'completed', progress = 1, computed_at = clock_timestamp(), fingerprint = ${fingerprint},
      traits = array(select json_array_elements_text(${JSON.stringify(kept)}::json)),
      parameters = ${JSON.stringify(parameters)}::jsonb, report = ${JSON.stringify({ ...report, traits })}::jsonb
    where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(db);
}

/** At the start: runs that wait, or that a dead process left `running`, are sent on their way again. */
export async function reviveRuns({ orm, jobs }: Handled): Promise<void> {
  const { rows } = await sql<JobData>`
    select account_id as "accountId", id from ebv_run where status in ('queued', 'running') order by created_at`.execute(
    orm.database.kysely,
  );
  for (const job of rows) await jobs.send(EBV_QUEUE, job);
}
