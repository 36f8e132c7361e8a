import Router from '@koa/router';
import Koa from 'koa';
import { sessionRoutes } from '../features/accounts/session.routes.js';
import { recordRefusedKeys, recordSessions } from '../features/audit/access-events.js';
import { authenticate } from '../auth/authenticate.js';
import { allowOrigins } from '../auth/cross-origin.js';
import { limitFailedKeys } from '../auth/failed-keys.js';
import { limitRequests } from '../auth/rate-limit.js';
import { refuseOtherSites } from '../auth/same-site.js';
import { sessionCookie } from '../auth/session-cookie.js';
import { sessions } from '../auth/session-store.js';
import { compression } from '../http/compression.js';
import type { Services } from '../graphql/context.js';
import { sampleFiles } from '../demo/sample-files.js';
import { exportRoutes } from '../features/exports/download.js';
import { importRoutes } from '../features/imports/upload.js';
import { graphqlEndpoint, graphqlProblems } from '../graphql/endpoint.js';
import { health } from './health.js';
import { Metrics } from '../observability/metrics.js';
import { metricsEndpoint } from './metrics-endpoint.js';
import { observe } from '../observability/observe.js';
import { routeNames } from './route-names.js';
import { featureComponents } from './openapi/components.js';
import { openApiDocument } from '../openapi/document.js';
import { openApiEndpoint } from '../openapi/endpoint.js';
import { QUEUES } from '../features/queues.js';
import { queenTableRoutes } from '../features/exports/queen-csv.js';
import { rankingTableRoute } from '../features/exports/ranking-csv.js';
import { gateway } from '../rest/gateway.js';
import { cacheableFields } from '../rest/prepare.js';
import { guardCustomOperations } from '../rest/custom-operations.js';
import { problems } from '../http/problem.js';
import { operations, routes } from './routes.js';
import { buildGuardedSchema } from './schema.js';
import { securityHeaders } from '../http/security-headers.js';
import { sessionSecret } from './session-secret.js';
import { limitStatements } from '../db/statement-timeout.js';
import { VERSION } from '../core/version.js';
import { webInterface } from '../http/pages/web-interface.js';

/** Assembles the middleware, in the order in which requests pass it. */
export async function composeMiddleware(services: Services, metrics: Metrics): Promise<Koa> {
  const { config, log } = services;
  const schema = await buildGuardedSchema();
  const web = webInterface(config);
  const koa = new Koa();
  koa.keys = [sessionSecret(config)];
  koa.silent = true;
  koa.on('error', (error) => log.warn({ err: error }, 'handling a request failed'));
  const routeOf = routeNames([...routes, ...operations].map(({ path }) => path));
  koa.use(observe(log, metrics, routeOf));
  if (services.traces) koa.use(services.traces.request(routeOf));
  koa.use(securityHeaders(config));
  koa.use(allowOrigins(config));
  koa.use(problems(log));
  koa.use(graphqlProblems(log));
  if (!services.orm.database.pglite) koa.use(limitStatements(config.STATEMENT_TIMEOUT));
  koa.use(health(services));
  koa.use(metricsEndpoint(services, metrics, QUEUES));
  koa.use(compression());
  koa.use(web.pages);
  koa.use(sampleFiles);
  koa.use(
    openApiEndpoint(() =>
      openApiDocument({
        schema,
        routes,
        operations,
        components: featureComponents(schema),
        version: VERSION,
        cookie: sessionCookie(config),
      }),
    ),
  );
  koa.use(sessions(koa, { ...services, recordSession: recordSessions(services) }));
  koa.use(refuseOtherSites(config));
  koa.use(limitFailedKeys(services));
  koa.use(authenticate({ ...services, onRefusedKey: recordRefusedKeys(services) }));
  koa.use(limitRequests(services));
  const router = new Router();
  guardCustomOperations(router, operations);
  sessionRoutes(router, services);
  importRoutes(router, services, schema);
  exportRoutes(router, services);
  queenTableRoutes(router, services, schema);
  rankingTableRoute(router, services, schema);
  gateway(router, services, schema, routes);
  koa.use(await graphqlEndpoint(services, schema, log, cacheableFields(routes)));
  koa.use(router.routes());
  koa.use(web.notFoundPage);
  return koa;
}
