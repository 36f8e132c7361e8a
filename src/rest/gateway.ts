import type Router from '@koa/router';
import type { GraphQLSchema } from 'graphql';
import type { Context } from 'koa';
import { admit } from '../access/guard.js';
import type { Services } from '../context.js';
import { invalid, notFound, ServiceError } from '../errors.js';
import { readJson } from './json-body.js';
import { allowedMethods, answerOtherMethod, isWhole } from './methods.js';
import { isUuid } from './parameter-kinds.js';
import { readParameters, toVariables } from './parameters.js';
import { paramsOf, prepare, type Prepared } from './prepare.js';
import type { Route } from './route.js';
import { identityOf, runRoute } from './run-route.js';
import { send } from './send.js';

/** Every data path answers under both. */
const PREFIXES = ['/api', '/api/v1'];

/**
 * Puts the table of routes on the router, and after it the answer to every other path and method below `/api`:
 * whatever else stands there must be registered before.
 * @throws {Error} naming the route whose document does not fit the schema
 */
export function gateway(router: Router, services: Services, schema: GraphQLSchema, routes: readonly Route[]): void {
  const table = new Map<string, Map<string, Prepared>>();
  for (const route of routes) {
    const methods = table.get(route.path) ?? new Map<string, Prepared>();
    if (methods.has(route.method)) throw new Error(`Route ${route.method} ${route.path} is there twice`);
    table.set(route.path, methods.set(route.method, prepare(schema, route)));
  }
  for (const [path, methods] of [...table].sort(([a], [b]) => (literalFirst(a) < literalFirst(b) ? -1 : 1))) {
    for (const prefix of PREFIXES) {
      const template = prefix + path;
      router.all(template, async (ctx) => {
        const prepared = methods.get(ctx.method === 'HEAD' ? 'GET' : ctx.method);
        if (prepared) await serve(ctx, services, prepared);
        else answerOtherMethod(ctx, allowedMethods(router, template, methods.keys()));
      });
    }
  }
  router.all('/api{/*rest}', (ctx) => answerRest(ctx, router));
}

/** Sorts `/queens/f0` before `/queens/:id`, so that the first path that matches is the one that is meant. */
function literalFirst(path: string): string {
  return path.replace(/[^/]+/g, (step) => (step.startsWith(':') ? '1' : '0'));
}

/** Credentials, permission, parameters, body: in this order, each judged only where the one before it held. */
async function serve(ctx: Context, services: Services, prepared: Prepared): Promise<void> {
  const { route, stamps } = prepared;
  ctx.vary('Authorization');
  ctx.vary('Cookie');
  for (const stamp of stamps) admit({ identity: identityOf(ctx) }, stamp);
  const params = readParams(ctx, route.path);
  const parameters = route.parameters ?? [];
  const { values, faults } = readParameters(parameters, ctx.query);
  if (faults.length > 0) throw invalid(faults);
  const body = route.body && (await readJson(ctx, route.body));
  const input = { params, query: values, body };
  const variables = { ...params, ...toVariables(parameters, values, route.fixed), ...route.variables?.(input) };
  const data = await runRoute<never>(ctx, services, prepared, variables);
  send(ctx, route.answer(data, input));
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
  const layer = router.match(ctx.path, ctx.method).path.find(({ methods }) => methods.length > 0 && !isWhole(methods));
  if (!layer) throw new ServiceError('not_found', 'There is nothing at this path.');
  answerOtherMethod(ctx, allowedMethods(router, String(layer.path)));
}
