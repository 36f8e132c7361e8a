import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import { finishLeaving } from './accounts/leaving.js';
import { sessionRoutes } from './accounts/sign-in.js';
import { sessions } from './accounts/session-store.js';
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
import { importHandlers, reviveImports } from './exchange/import-job.js';
import { graphqlEndpoint, graphqlProblems } from './graphql/endpoint.js';
import { health } from './health.js';
import { openJobs } from './jobs.js';
import { migrateAll } from './migrate.js';
import { openApiDocument } from './openapi/document.js';
import { openApiEndpoint } from './openapi/endpoint.js';
import { openOrm } from './orm.js';
import { QUEUES } from './queues.js';
import { queenTableRoutes } from './queens/queen-csv.js';
import { repeat } from './repeat.js';
import { gateway } from './rest/gateway.js';
import { guardHandled } from './rest/handled.js';
import { problems } from './rest/problem.js';
import { operations, routes } from './routes.js';
import { buildGuardedSchema } from './schema.js';
import { securityHeaders } from './security-headers.js';
import { sessionSecret } from './session-secret.js';
import { VERSION } from './version.js';
import { webInterface } from './web-interface.js';

export interface App {
  koa: Koa;
  services: Services;
  /** Ends jobs and connections; call it when nothing is in flight any more. */
  close(): Promise<void>;
}

/** Milliseconds between looks for accounts whose deletion was cut short. */
const LEAVING_PAUSE = 10 * 60_000;

/** Milliseconds between looks for runs that another process left when it died. */
const REVIVING_PAUSE = 30_000;

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
export async function createApp(config: Config, log: Logger, hooks: DatabaseHooks = {}): Promise<App> {
  const orm = await openOrm(config, { onError: (error) => log.warn({ err: error }, 'database connection'), ...hooks });
  try {
    if (config.MIGRATE) {
      await migrateAll(orm, QUEUES);
    } else if ((await orm.pending()).length > 0) {
      throw new NotMigrated();
    }
    const keyUses = new KeyUses(orm.database.kysely, log);
    const services: Services = { config, orm, jobs: openJobs(orm.database, log), keyUses, log };
    const koa = await compose(services, log);
    await services.jobs.start({ ...importHandlers(services), ...runHandlers(services) }).catch((error: unknown) => {
      throw asNotMigrated(error);
    });
    await reviveImports(services);
    const stopReviving = repeat(
      REVIVING_PAUSE,
      () => reviveRuns(services),
      (error) => log.warn({ err: error }, 'runs that were left'),
    );
    const stopLeaving = repeat(
      LEAVING_PAUSE,
      () => finishLeaving(services),
      (error) => log.warn({ err: error }, 'deletion of accounts'),
    );
    return {
      koa,
      services,
      async close() {
        await stopLeaving();
        await stopReviving();
        await services.jobs.stop(10_000);
        await keyUses.close();
        await orm.close();
      },
    };
  } catch (error) {
    await orm.close();
    throw error;
  }
}

async function compose(services: Services, log: Logger): Promise<Koa> {
  const { config } = services;
  const schema = await buildGuardedSchema();
  const web = webInterface(config);
  const koa = new Koa();
  koa.keys = [sessionSecret(config)];
  koa.silent = true;
  koa.on('error', (error) => log.warn({ err: error }, 'request'));
  koa.use(securityHeaders(config));
  koa.use(allowOrigins(config));
  koa.use(problems(log));
  koa.use(graphqlProblems(log));
  koa.use(health(services));
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
  koa.use(router.routes());
  koa.use(await graphqlEndpoint(services, schema, log));
  koa.use(web.nothingHere);
  return koa;
}
