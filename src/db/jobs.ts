import { isNativeError } from 'node:util/types';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { PgBoss, fromPglite, systemClock, type Clock } from 'pg-boss';
import type { Logger } from 'pino';
import { isTooFarAhead } from './expiry.js';
import { isAccountGone } from './open-account.js';
import type { Database } from './database.js';

/** What a job is about; the rows themselves are in the tables of the feature. */
export interface JobData {
  accountId: string;
  id: string;
}

/**
 * Does a job. It may be called again for the same one after a crash, so it looks first what is left to do. Where it
 * finds that its account has been given up (`unauthenticated`), the job is over.
 * @param stopping tells that the service stops: what may take long throws, and is called again
 */
export type JobHandler = (data: JobData, stopping: AbortSignal) => Promise<void>;

/**
 * Long work that survives a restart: a queue in the same database (pg-boss). A process that dies stops sending
 * heartbeats, and the job goes to another.
 */
export interface Jobs {
  /** Starts working on the queues, each with its handler. */
  start(handlers: Record<string, JobHandler>): Promise<void>;
  /** Call it after the commit of what the job needs. A job for an account that was given up meanwhile is none. */
  send(queue: string, data: JobData): Promise<void>;
  /** Sets times in the future to now, since work would be put off after the clock was set back. `start` calls it, too. */
  resetFutureTimes(): Promise<void>;
  /** Removes all trace of an account's jobs; one that runs finds its account gone. */
  deleteJobsOf(db: Kysely<unknown>, accountId: string): Promise<void>;
  /** Tells running jobs, and lets them finish, up to the grace time in milliseconds. */
  stop(grace: number): Promise<void>;
}

const HEARTBEAT_SECONDS = 10;
const POLLING_SECONDS = 1;
/** The most that the queue knows: a long job is no dead one, and one that expired would be done twice at once. */
const EXPIRE_SECONDS = 86_400;
const RETRY_SECONDS = 1;

/** Never set back, as the machine's clock may be: the queue would pause until its last time comes again. */
const MONOTONIC_CLOCK: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

/** Whether a job about a row waits for its turn. @param id of the row, in the statement */
export const isJobQueued = (queue: string, id: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from jobs.job where name = ${queue} and state in ('created', 'retry') and data ->> 'id' = ${id}::text)`;

/**
 * Whether a job about a row waits for its turn or is being done. One whose process died counts until the queue, which
 * misses its heartbeats, has it wait again. @param id of the row, in the statement
 */
export const isJobPending = (queue: string, id: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from jobs.job
  where name = ${queue} and state in ('created', 'retry', 'active') and data ->> 'id' = ${id}::text)`;

function createBoss(database: Database, migrate: boolean): PgBoss {
  const { pglite, pool } = database;
  return new PgBoss({
    ...(pglite
      ? { db: fromPglite(pglite), backend: 'pglite' as const }
      : { db: { executeSql: (text: string, values?: unknown[]) => pool!.query(text, values) } }),
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

/** Locks the rows of queues in the order in which pg-boss does. */
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

/** pg-boss tells of an error mostly by a copy of its members, to which it adds the `queue`: no error by itself. */
const asError = (told: Error): Error => (isNativeError(told) ? told : Object.assign(new Error(), told));

/** Creates or updates the queue's own tables. */
export async function migrateJobs(database: Database, queues: string[]): Promise<void> {
  const boss = createBoss(database, true);
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

/** @param onJob called after each job that was done or failed, with the time it took in milliseconds */
export function openJobs(
  database: Database,
  log: Logger,
  onJob: (milliseconds: number, queue: string, outcome: 'completed' | 'failed') => void = () => undefined,
): Jobs {
  const boss = createBoss(database, false);
  const workers = new Map<string, string>();
  const stopping = new AbortController();
  /** Has it look for a job at once. */
  const wake = (queue: string) => {
    const worker = workers.get(queue);
    if (worker) boss.notifyWorker(worker);
  };
  boss.on('error', (told) => log.warn({ err: asError(told) }, 'job queue'));
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
            // The next may be waiting: many short ones would else take a second each.
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
