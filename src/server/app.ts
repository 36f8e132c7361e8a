import Koa from 'koa';
import type { Logger } from 'pino';
import { flushAuditTrail } from '../features/audit/background.js';
import { KeyUses } from '../auth/key-uses.js';
import { StartupError } from '../core/startup-error.js';
import type { Config } from '../core/config.js';
import type { Services } from '../graphql/context.js';
import type { DatabaseHooks } from '../db/database.js';
import { runHandlers } from '../features/breeding-values/runs/run-job.js';
import { importHandlers, resumeImports } from '../features/imports/import-job.js';
import { openJobs, type JobHandler } from '../db/jobs.js';
import { migrateAll } from '../db/migrate.js';
import { Metrics } from '../observability/metrics.js';
import { openTraces } from '../observability/open-traces.js';
import { openOrm } from '../db/orm.js';
import { ENTITIES } from '../features/entities.js';
import { QUEUES } from '../features/queues.js';
import { setUpRowLevelSecurity } from '../db/row-level-security.js';
import { composeMiddleware } from './middleware.js';
import { startPeriodicWork, type PeriodicWorkOptions } from './periodic-work.js';

export interface App {
  koa: Koa;
  services: Services;
  /** Stops jobs and closes connections. Must be called when no request is in flight. */
  close(): Promise<void>;
}

/** The database schema is older than this program. */
export class NotMigratedError extends StartupError {
  constructor() {
    super('the database is not up to date: run "npm run migrate" first, or start with MIGRATE=on');
  }
}

/** Converts the error if the tables of the job queue are missing or outdated. The job queue has its own migrations. */
const toNotMigrated = (error: unknown): unknown =>
  error instanceof Error && /^pg-boss (is not installed|database requires migrations)/.test(error.message)
    ? new NotMigratedError()
    : error;

/** Opens the database and assembles the application, without listening. */
export async function createApp(
  config: Config,
  log: Logger,
  hooks: DatabaseHooks = {},
  periodicWork: PeriodicWorkOptions = {},
): Promise<App> {
  const metrics = new Metrics();
  const traces = await openTraces(config);
  const orm = await openOrm(config, ENTITIES, {
    onError: (error) => log.warn({ err: error }, 'a database connection failed'),
    onReplica: (outcome) => (metrics.replicaReads[outcome] += 1),
    onReplicaState: (what, error) => (error === undefined ? log.info(what) : log.warn({ err: error }, what)),
    ...hooks,
    onStatement(text, milliseconds, error) {
      metrics.statement(text, milliseconds, error);
      traces?.statement(text, milliseconds, error);
      hooks.onStatement?.(text, milliseconds, error);
    },
  });
  try {
    if (config.MIGRATE) {
      await migrateAll(orm, QUEUES);
    } else if ((await orm.pending()).length > 0) {
      throw new NotMigratedError();
    }
    const rowLevelSecurity = await setUpRowLevelSecurity(orm.database);
    if (!rowLevelSecurity.active) log.warn({ reason: rowLevelSecurity.reason }, 'row-level security is not active');
    const keyUses = new KeyUses(orm.database.kysely, log);
    const jobs = openJobs(orm.database, log, config.STATEMENT_TIMEOUT, (...job) => metrics.job(...job));
    const services: Services = { config, orm, jobs, keyUses, log, traces };
    const koa = await composeMiddleware(services, metrics);
    await services.jobs
      .start(traced(services, { ...importHandlers(services), ...runHandlers(services) }))
      .catch((error: unknown) => {
        throw toNotMigrated(error);
      });
    await resumeImports(services);
    const stopPeriodicWork = startPeriodicWork(services, periodicWork);
    return {
      koa,
      services,
      async close() {
        await stopPeriodicWork();
        await services.jobs.stop(10_000);
        await keyUses.close();
        await flushAuditTrail();
        await orm.close();
        await traces?.close();
      },
    };
  } catch (error) {
    await orm.close();
    throw error;
  }
}

const traced = ({ traces }: Services, handlers: Record<string, JobHandler>): Record<string, JobHandler> =>
  traces
    ? Object.fromEntries(
        Object.entries(handlers).map(([queue, handler]) => [
          queue,
          (...job: Parameters<JobHandler>) => traces.job(queue, () => handler(...job)),
        ]),
      )
    : handlers;
