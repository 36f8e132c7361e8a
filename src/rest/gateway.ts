import type Router from '@koa/router';
import type { GraphQLSchema } from 'graphql';
import type { Context } from 'koa';
import { checkAccess, requirePermission } from '../auth/guard.js';
import { responseKey } from '../cache/response-cache.js';
import { createContext, type WriteOptions, type Services } from '../graphql/context.js';
import { invalid, notFound, ServiceError, type Fault } from '../core/errors.js';
import type { Em } from '../db/orm.js';
import { readForRequest } from '../db/replicas/read-session.js';
import { isUuid } from '../validation/uuid.js';
import { hasReadOnlyMember, readShape } from './body-shape.js';
import { sendCached } from '../cache/send-cached.js';
import { mergeFaults } from './faults.js';
import { readJson } from '../http/json-body.js';
import { allowedMethods, answerUnsupportedMethod, isCatchAll } from '../http/methods.js';
import { readParameters, toVariables } from './parameters.js';
import { paramsOf, prepare, type PreparedRoute } from './prepare.js';
import { withPrefixes } from './prefixes.js';
import type { Answer, Route } from './route.js';
import { identityOf, runRoute } from './run-route.js';
import { send } from './send.js';
import { entryOf, acceptsIdempotencyKey, idempotency, precondition, stillMatches } from './write-options.js';
import { varyBy } from '../http/vary.js';

/**
 * Puts the table of routes on the router, and after it the answer to every other path and method below `/api`:
 * whatever else stands there must be registered before.
 * @throws {Error} naming the route whose document does not fit the schema
 */
export function gateway(router: Router, services: Services, schema: GraphQLSchema, routes: readonly Route[]): void {
  const table = new Map<string, Map<string, PreparedRoute>>();
  for (const route of routes) {
    const methods = table.get(route.path) ?? new Map<string, PreparedRoute>();
    if (methods.has(route.method)) throw new Error(`Route ${route.method} ${route.path} is there twice`);
    table.set(route.path, methods.set(route.method, prepare(schema, route)));
  }
  for (const [path, methods] of [...table].sort(([a], [b]) => (literalFirst(a) < literalFirst(b) ? -1 : 1))) {
    const template = withPrefixes(path);
    router.all(template, async (ctx) => {
      const prepared = methods.get(ctx.method === 'HEAD' ? 'GET' : ctx.method);
      if (prepared) await serve(ctx, services, prepared, table.get(prepared.route.changes ?? path)?.get('GET'));
      else answerUnsupportedMethod(ctx, allowedMethods(router, template, methods.keys()));
    });
  }
  router.all('/api{/*rest}', (ctx) => answerRest(ctx, router));
}

/** Sorts `/queens/f0` before `/queens/:id`, so that the first path that matches is the one that is meant. */
function literalFirst(path: string): string {
  return path.replace(/[^/]+/g, (step) => (step.startsWith(':') ? '1' : '0'));
}

/**
 * Credentials, permission, parameters, body: in this order, each judged only where the one before it held.
 * @param own the GET that tells how the row stands that a change is about
 */
async function serve(ctx: Context, services: Services, prepared: PreparedRoute, own?: PreparedRoute): Promise<void> {
  const { route, accessRules: stamps, parameterRequirements: demands } = prepared;
  varyBy(ctx, 'Authorization, Cookie');
  for (const stamp of stamps) checkAccess({ identity: identityOf(ctx) }, stamp);
  for (const [name, required] of demands) {
    if (ctx.query[name] !== undefined) requirePermission({ identity: identityOf(ctx) }, required);
  }
  const params = readParams(ctx, route.path);
  const parameters = route.parameters ?? [];
  const { values, faults } = readParameters(parameters, ctx.query);
  if (faults.length > 0) throw invalid(faults);
  const body = route.body && (await readJson(ctx, route.body));
  const input = { params, query: values, body };
  const variables = { ...params, ...toVariables(parameters, values, route.fixed), ...route.variables?.(input) };
  const change = route.method === 'PUT' || route.method === 'DELETE' || route.changes !== undefined;
  const current = async (em?: Em): Promise<Answer> => {
    if (!own) throw notFound('row');
    const context = createContext(services, identityOf(ctx), {}, em);
    return own.route.answer(await runRoute<never>(own, params, context), { ...input, body: undefined });
  };
  const terms: WriteOptions = change && own ? { precondition: precondition(ctx, current) } : {};
  if (acceptsIdempotencyKey(route)) terms.idempotency = idempotency(ctx, route, body);
  if (!route.shape) {
    const cacheKey = route.cacheable ? responseKey(identityOf(ctx), ctx.url) : undefined;
    if (cacheKey !== undefined && sendCached(ctx, cacheKey)) return;
    const context = createContext(services, identityOf(ctx), terms);
    const data = await readForRequest(context, route.cacheable === true, () =>
      runRoute<never>(prepared, variables, context),
    );
    return send(ctx, route.answer(data, input), cacheKey);
  }
  const { shape } = route;
  const sentBack = change && hasReadOnlyMember(shape, body);
  const read = readShape(shape, body, sentBack ? entryOf(await current()) : undefined);
  if (sentBack && read.faults.length === 0) terms.precondition = stillMatches(shape, body, current, terms.precondition);
  Object.assign(variables, shape.spread ? read.value : { [shape.list ? 'inputs' : 'input']: read.value });
  const work = () => runRoute<never>(prepared, variables, createContext(services, identityOf(ctx), terms));
  if (read.faults.length > 0) throw await findTheRest(read.faults, terms, work);
  send(ctx, route.answer(await work(), input));
}

/** Runs a write whose body is at fault for what else is wrong; nothing of it is kept. */
async function findTheRest(faults: Fault[], terms: WriteOptions, work: () => Promise<unknown>): Promise<Error> {
  terms.dryRun = true;
  try {
    await work();
  } catch (error) {
    return (error instanceof ServiceError && mergeFaults(faults, error)) || (error as Error);
  }
  return new Error('A write on trial was carried out.');
}

/** @throws {ServiceError} `not_found`: what is no UUID names no row */
function readParams(ctx: Context, path: string): Record<string, string> {
  const given = ctx.params as Record<string, string>;
  return Object.fromEntries(
    paramsOf(path).map((name) => {
      const value = given[name] ?? '';
      if (!isUuid(value)) throw notFound('row');
      return [name, value.toLowerCase()];
    }),
  );
}

function answerRest(ctx: Context, router: Router): void {
  const layer = router
    .match(ctx.path, ctx.method)
    .path.find(({ methods }) => methods.length > 0 && !isCatchAll(methods));
  if (!layer) throw new ServiceError('not_found', 'There is nothing at this path.');
  answerUnsupportedMethod(ctx, allowedMethods(router, String(layer.path)));
}
