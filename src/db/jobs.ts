import { isNativeError } from 'node:util/types';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { PgBoss, systemClock, type Clock } from 'pg-boss';
import type { Logger } from 'pino';
import { isTooFarAhead } from './expiry.js';
import { isAccountGone } from './open-account.js';
import type { Database } from './database.js';
import { withLimit } from './statement-timeout.js';

/** Identifies the row that a job processes, in a table of the feature. */
export interface JobData {
  accountId: string;
  id: string;
}

/**
 * Processes a job. After a crash, the handler is called again for the same job, so it must continue unfinished work. If
 * the handler throws `unauthenticated` because the account was deleted, the job ends.
 * @param stopping aborted when the service stops. A long job should then throw; its handler is called again later.
 */
export type JobHandler = (data: JobData, stopping: AbortSignal) => Promise<void>;

/**
 * A job queue in the same database (pg-boss). Jobs survive restarts: when a process dies, its heartbeats stop, and
 * another process runs its job again.
 */
export interface Jobs {
  /** Starts processing the queues. */
  start(handlers: Record<string, JobHandler>): Promise<void>;
  /** Must be called after the commit of the rows that the job needs. Jobs of deleted accounts are dropped. */
  send(queue: string, data: JobData): Promise<void>;
  /**
   * Resets times that are in the future because the clock was set back. Such times would delay jobs. `start` also
   * resets them.
   */
  resetFutureTimes(): Promise<void>;
  /** Deletes all jobs of an account. A running job fails when it notices the deletion. */
  deleteJobsOf(db: Kysely<unknown>, accountId: string): Promise<void>;
  /** Signals running jobs to stop and waits for them, up to the grace time in milliseconds. */
  stop(grace: number): Promise<void>;
}

const HEARTBEAT_SECONDS = 10;
const POLLING_SECONDS = 1;
/** The maximum of pg-boss. If a job expired while it is still running, it would run twice. */
const EXPIRE_SECONDS = 86_400;
const RETRY_SECONDS = 1;

/**
 * A monotonic clock. With the system clock, pg-boss would pause after the clock was set back, until the clock reaches
 * the previous time.
 */
const MONOTONIC_CLOCK: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

/** Whether a job for a row is queued. @param id SQL for the id of the row */
export const isJobQueued = (queue: string, id: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from jobs.job where name = ${queue} and state in ('created', 'retry') and data ->> 'id' = ${id}::text)`;

/**
 * Whether a job for a row is queued or running. The job of a dead process counts until the queue notices the missing
 * heartbeats and queues it again.
 * @param id SQL for the id of the row
 */
export const isJobPending = (queue: string, id: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from jobs.job
  where name = ${queue} and state in ('created', 'retry', 'active') and data ->> 'id' = ${id}::text)`;

function createBoss(
  execute: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>,
  migrate: boolean,
): PgBoss {
  return new PgBoss({
    db: { executeSql: execute },
    schema: 'jobs',
    clock: MONOTONIC_CLOCK,
    migrate,
    createSchema: migrate,
    schedule: false,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
    monitorVacuum: false,
    reindex: false,
  });
}

/** Locks the rows of the queues in the same order as pg-boss, so that this transaction and pg-boss cannot deadlock. */
async function resetFutureTimes(db: Kysely<unknown>): Promise<void> {
  const isFuture = (column: string, seconds = 0) => isTooFarAhead(sql.ref(column), seconds);
  await sql`
    with queues as (
      select name from jobs.queue
      where ${isFuture('monitor_claim_on')} or ${isFuture('monitor_on')} or ${isFuture('maintain_on')}
      order by name for update
    ), watched as (
      update jobs.queue q set monitor_claim_on = least(monitor_claim_on, now()), monitor_on = least(monitor_on, now()),
        maintain_on = least(maintain_on, now())
      from queues where q.name = queues.name
    ), waiting as (
      update jobs.job set start_after = now()
      where state in ('created', 'retry') and ${isFuture('start_after', RETRY_SECONDS)}
    )
    update jobs.job set started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
    where state = 'active' and (${isFuture('started_on')} or ${isFuture('heartbeat_on')})`.execute(db);
}

/**
 * pg-boss mostly emits plain objects instead of errors. These objects have the members of an error, and a member
 * `queue`.
 */
const asError = (emitted: Error): Error => (isNativeError(emitted) ? emitted : Object.assign(new Error(), emitted));

/** Creates or updates the tables of the job queue. */
export async function migrateJobs(database: Database, queues: string[]): Promise<void> {
  const boss = createBoss((text, values) => database.pool.query(text, values), true);
  boss.on('error', () => undefined);
  await boss.start();
  for (const queue of queues) {
    const options = {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: EXPIRE_SECONDS,
      retryLimit: 5,
      retryDelay: RETRY_SECONDS,
    };
    await boss.createQueue(queue, options);
    await boss.updateQueue(queue, options);
  }
  await boss.stop({ graceful: false });
}

/**
 * @param statementSeconds timeout of each statement of the queue itself. Without this limit, a queue would wait forever
 * on a stalled connection, and the connection would be lost for requests, too. Statements of jobs have no limit.
 * @param onJob called after each job with its duration in milliseconds and its outcome
 */
export function openJobs(
  database: Database,
  log: Logger,
  statementSeconds: number,
  onJob: (milliseconds: number, queue: string, outcome: 'completed' | 'failed') => void = () => undefined,
): Jobs {
  const boss = createBoss(
    (text, values) => withLimit(statementSeconds, () => database.pool.query(text, values)),
    false,
  );
  const workers = new Map<string, string>();
  const stopping = new AbortController();
  /** Makes a worker poll at once. */
  const wake = (queue: string) => {
    const worker = workers.get(queue);
    if (worker) boss.notifyWorker(worker);
  };
  boss.on('error', (error) => log.warn({ err: asError(error) }, 'the job queue reported an error'));
  return {
    async start(handlers) {
      await boss.start();
      await resetFutureTimes(database.kysely);
      for (const [queue, handler] of Object.entries(handlers)) {
        const worker = await boss.work<JobData>(queue, { pollingIntervalSeconds: POLLING_SECONDS }, async ([job]) => {
          const began = performance.now();
          let outcome: 'completed' | 'failed' = 'completed';
          try {
            if (job) await handler(job.data, stopping.signal);
          } catch (error) {
            if (isAccountGone(error)) return;
            outcome = 'failed';
            throw error;
          } finally {
            onJob(performance.now() - began, queue, outcome);
            // Starts the next waiting job at once. Otherwise, each of many short jobs would take a second.
            wake(queue);
          }
        });
        workers.set(queue, worker);
      }
    },
    async send(queue, data) {
      await boss.send(queue, data);
      await sql`
        delete from jobs.job where data ->> 'accountId' = ${data.accountId}
          and not exists (select from account where id = ${data.accountId} and closed_at is null)`.execute(
        database.kysely,
      );
      wake(queue);
    },
    resetFutureTimes: () => resetFutureTimes(database.kysely),
    async deleteJobsOf(db, accountId) {
      await sql`delete from jobs.job where data ->> 'accountId' = ${accountId}`.execute(db);
    },
    stop(grace) {
      stopping.abort();
      return boss.stop({ graceful: true, timeout: grace });
    },
  };
}
