import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import { finishLeaving } from './accounts/leaving.js';
import { sessionRoutes } from './accounts/sign-in.js';
import { sessions } from './accounts/session-store.js';
import { allNoted } from './audit/later.js';
import { sweepAudit } from './audit/sweep.js';
import { authenticate } from './access/authenticate.js';
import { allowOrigins } from './access/cross-origin.js';
import { limitFailedKeys } from './access/failed-keys.js';
import { limitRequests } from './access/rate-limit.js';
import { refuseOtherSites } from './access/same-site.js';
import { sessionCookie } from './access/session-cookie.js';
import { KeyUses } from './api-keys/key-uses.js';
import { CannotStart } from './cannot-start.js';
import { compression } from './compression.js';
import type { Config } from './config.js';
import type { Services } from './context.js';
import type { DatabaseHooks } from './database.js';
import { sampleFiles } from './demo/sample-files.js';
import { exportRoutes } from './exchange/export/download.js';
import { importRoutes } from './exchange/upload.js';
import { reviveRuns, runHandlers } from './breeding-values/runs/run-job.js';
import { importHandlers, reviveImports, takeUpImports } from './exchange/import-job.js';
import { graphqlEndpoint, graphqlProblems } from './graphql/endpoint.js';
import { health } from './health.js';
import { openJobs, type JobHandler } from './jobs.js';
import { migrateAll } from './migrate.js';
import { Metrics } from './observing/metrics.js';
import { metricsEndpoint } from './observing/metrics-endpoint.js';
import { observe } from './observing/observe.js';
import { routeNames } from './observing/route-names.js';
import { openTraces } from './observing/traces.js';
import { openApiDocument } from './openapi/document.js';
import { openApiEndpoint } from './openapi/endpoint.js';
import { openOrm } from './orm.js';
import { QUEUES } from './queues.js';
import { queenTableRoutes } from './queens/queen-csv.js';
import { repeat } from './repeat.js';
import { gateway } from './rest/gateway.js';
import { settledFields } from './rest/prepare.js';
import { guardHandled } from './rest/handled.js';
import { problems } from './rest/problem.js';
import { operations, routes } from './routes.js';
import { buildGuardedSchema } from './schema.js';
import { securityHeaders } from './security-headers.js';
import { sessionSecret } from './session-secret.js';
import { limitStatements } from './time-limit.js';
import { VERSION } from './version.js';
import { raiseWall } from './wall/standing.js';
import { webInterface } from './web-interface.js';

export interface App {
  koa: Koa;
  services: Services;
  /** Ends jobs and connections; call it when nothing is in flight any more. */
  close(): Promise<void>;
}

/** Milliseconds between looks, each after the last. */
const PAUSES = {
  /** For accounts whose deletion was cut short. */
  leaving: 10 * 60_000,
  /** For what is too old in audit trails, or too much. */
  sweeping: 60 * 60_000,
  /** For imports and runs that nobody will take up else. */
  reviving: 30_000,
};

export type Pauses = typeof PAUSES;

/** A database whose schema is older than this program. */
export class NotMigrated extends CannotStart {
  constructor() {
    super('the database is not up to date: run "npm run migrate" first, or start with MIGRATE=on');
  }
}

/** The job queue's own tables are migrated apart from ours: a start may find them missing, or older than it. */
const asNotMigrated = (error: unknown): unknown =>
  error instanceof Error && /^pg-boss (is not installed|database requires migrations)/.test(error.message)
    ? new NotMigrated()
    : error;

/** Opens the database and puts the parts together; it does not listen. */
export async function createApp(
  config: Config,
  log: Logger,
  hooks: DatabaseHooks = {},
  pauses: Partial<Pauses> = {},
): Promise<App> {
  const { leaving, sweeping, reviving } = { ...PAUSES, ...pauses };
  const metrics = new Metrics();
  const traces = await openTraces(config);
  const orm = await openOrm(config, {
    onError: (error) => log.warn({ err: error }, 'database connection'),
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
      throw new NotMigrated();
    }
    const wall = await raiseWall(orm.database);
    if (!wall.stands) log.warn({ why: wall.why }, 'the database itself does not keep accounts apart');
    const keyUses = new KeyUses(orm.database.kysely, log);
    const jobs = openJobs(orm.database, log, (...job) => metrics.jobs.observe(...job));
    const services: Services = { config, orm, jobs, keyUses, log, traces };
    const koa = await compose(services, log, metrics);
    await services.jobs
      .start(traced(services, { ...importHandlers(services), ...runHandlers(services) }))
      .catch((error: unknown) => {
        throw asNotMigrated(error);
      });
    await takeUpImports(services);
    const stopImports = repeat(
      reviving,
      () => reviveImports(services),
      (error) => log.warn({ err: error }, 'imports that were left'),
    );
    const stopRuns = repeat(
      reviving,
      () => reviveRuns(services),
      (error) => log.warn({ err: error }, 'runs that were left'),
    );
    const stopLeaving = repeat(
      leaving,
      () => finishLeaving(services),
      (error) => log.warn({ err: error }, 'deletion of accounts'),
    );
    const stopSweeping = repeat(
      sweeping,
      () => sweepAudit(services),
      (error) => log.warn({ err: error }, 'sweep of audit trails'),
    );
    return {
      koa,
      services,
      async close() {
        await stopLeaving();
        await stopImports();
        await stopRuns();
        await stopSweeping();
        await services.jobs.stop(10_000);
        await keyUses.close();
        await allNoted();
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

async function compose(services: Services, log: Logger, metrics: Metrics): Promise<Koa> {
  const { config } = services;
  const schema = await buildGuardedSchema();
  const web = webInterface(config);
  const koa = new Koa();
  koa.keys = [sessionSecret(config)];
  koa.silent = true;
  koa.on('error', (error) => log.warn({ err: error }, 'request'));
  const routeOf = routeNames([...routes, ...operations].map(({ path }) => path));
  koa.use(observe(log, metrics, routeOf));
  if (services.traces) koa.use(services.traces.request(routeOf));
  koa.use(securityHeaders(config));
  koa.use(allowOrigins(config));
  koa.use(problems(log));
  koa.use(graphqlProblems(log));
  if (services.orm.database.pool) koa.use(limitStatements(config.STATEMENT_TIMEOUT));
  koa.use(health(services));
  koa.use(metricsEndpoint(services, metrics, QUEUES));
  koa.use(compression());
  koa.use(web.pages);
  koa.use(sampleFiles);
  koa.use(
    openApiEndpoint(() =>
      openApiDocument({ schema, routes, operations, version: VERSION, cookie: sessionCookie(config) }),
    ),
  );
  koa.use(sessions(koa, services));
  koa.use(refuseOtherSites(config));
  koa.use(limitFailedKeys(services));
  koa.use(authenticate(services));
  koa.use(limitRequests(services));
  const router = new Router();
  guardHandled(router, operations);
  sessionRoutes(router, services);
  importRoutes(router, services, schema);
  exportRoutes(router, services);
  queenTableRoutes(router, services, schema);
  gateway(router, services, schema, routes);
  koa.use(await graphqlEndpoint(services, schema, log, settledFields(routes)));
  koa.use(router.routes());
  koa.use(web.nothingHere);
  return koa;
}
