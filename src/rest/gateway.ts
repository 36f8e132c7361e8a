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
import { hasReadOnlyMember, inputPaths, readShape } from './body-shape.js';
import { sendCached } from '../cache/send-cached.js';
import { mergeFaults } from './faults.js';
import { readJson } from '../http/json-body.js';
import { allowedMethods, answerUnsupportedMethod, isCatchAll } from '../http/methods.js';
import { readParameters, toVariables } from './parameters.js';
import { paramsOf, prepare, type PreparedRoute } from './prepare.js';
import { withPrefixes } from './prefixes.js';
import type { Answer, Route } from './route.js';
import { runRoute } from './run-route.js';
import { send } from './send.js';
import { entryOf, acceptsIdempotencyKey, idempotency, precondition, stillMatches } from './write-options.js';

/**
 * Registers the routes, and then a handler for all other paths and methods below `/api`. Other handlers must be
 * registered earlier.
 * @throws {Error} if the document of a route is invalid for the schema. The message names the route.
 */
export function gateway(router: Router, services: Services, schema: GraphQLSchema, routes: readonly Route[]): void {
  const table = new Map<string, Map<string, PreparedRoute>>();
  for (const route of routes) {
    const methods = table.get(route.path) ?? new Map<string, PreparedRoute>();
    if (methods.has(route.method)) throw new Error(`Route ${route.method} ${route.path} is defined twice`);
    table.set(route.path, methods.set(route.method, prepare(schema, route)));
  }
  for (const [path, methods] of [...table].sort(([a], [b]) => (sortKey(a) < sortKey(b) ? -1 : 1))) {
    const template = withPrefixes(path);
    router.all(template, async (ctx) => {
      const prepared = methods.get(ctx.method === 'HEAD' ? 'GET' : ctx.method);
      if (prepared) await serveRoute(ctx, services, prepared, table.get(prepared.route.changes ?? path)?.get('GET'));
      else answerUnsupportedMethod(ctx, allowedMethods(router, template, methods.keys()));
    });
  }
  router.all('/api{/*rest}', (ctx) => answerUnmatched(ctx, router));
}

/**
 * A sort key that orders literal paths such as `/queens/f0` before `/queens/:id`, because the router uses the first
 * match.
 */
function sortKey(path: string): string {
  return path.replace(/[^/]+/g, (step) => (step.startsWith(':') ? '1' : '0'));
}

/**
 * Handles a request. Checks credentials, permissions, parameters and body in this order. If one of them is invalid, the
 * following ones are not checked.
 * @param own the GET route of the row that is changed
 */
async function serveRoute(
  ctx: Context,
  services: Services,
  prepared: PreparedRoute,
  own?: PreparedRoute,
): Promise<void> {
  const { route, accessRules, parameterRequirements } = prepared;
  ctx.vary('Authorization, Cookie');
  const { identity = null } = ctx.state;
  for (const rule of accessRules) checkAccess({ identity }, rule);
  for (const [name, required] of parameterRequirements) {
    if (ctx.query[name] !== undefined) requirePermission({ identity }, required);
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
    const context = createContext(services, identity, {}, em);
    return own.route.answer(await runRoute<never>(own, params, context), { ...input, body: undefined });
  };
  const terms: WriteOptions = change && own ? { precondition: precondition(ctx, current) } : {};
  if (acceptsIdempotencyKey(route)) terms.idempotency = idempotency(ctx, route, body);
  if (!route.shape) {
    const cacheKey = route.cacheable ? responseKey(identity, ctx.url) : undefined;
    if (cacheKey !== undefined && sendCached(ctx, cacheKey)) return;
    const context = createContext(services, identity, terms);
    const data = await readForRequest(context, route.cacheable === true, () =>
      runRoute<never>(prepared, variables, context),
    );
    return send(ctx, route.answer(data, input), cacheKey);
  }
  const { shape } = route;
  const hasReadOnly = change && hasReadOnlyMember(shape, body);
  const read = readShape(shape, body, hasReadOnly ? entryOf(await current()) : undefined);
  if (hasReadOnly && read.faults.length === 0)
    terms.precondition = stillMatches(shape, body, current, terms.precondition);
  Object.assign(variables, shape.spread ? read.value : { [shape.list ? 'inputs' : 'input']: read.value });
  const work = () => runRoute<never>(prepared, variables, createContext(services, identity, terms));
  if (read.faults.length > 0) {
    terms.invalidMembers = inputPaths(shape, read.faults);
    throw await collectWriteFaults(read.faults, work);
  }
  send(ctx, route.answer(await work(), input));
}

/** Runs a write with an invalid body to find the faults that only the write detects. The write is rolled back. */
async function collectWriteFaults(faults: Fault[], work: () => Promise<unknown>): Promise<Error> {
  try {
    await work();
  } catch (error) {
    return (error instanceof ServiceError && mergeFaults(faults, error)) || (error as Error);
  }
  return new Error('A dry run did not fail.');
}

/** @throws {ServiceError} `not_found` for a malformed id */
function readParams(ctx: Context, path: string): Record<string, string> {
  const texts = ctx.params as Record<string, string>;
  return Object.fromEntries(
    paramsOf(path).map((name) => {
      const value = texts[name] ?? '';
      if (!isUuid(value)) throw notFound('row');
      return [name, value.toLowerCase()];
    }),
  );
}

function answerUnmatched(ctx: Context, router: Router): void {
  const layer = router
    .match(ctx.path, ctx.method)
    .path.find(({ methods }) => methods.length > 0 && !isCatchAll(methods));
  if (!layer) throw new ServiceError('not_found', 'No resource exists at this path.');
  answerUnsupportedMethod(ctx, allowedMethods(router, String(layer.path)));
}
