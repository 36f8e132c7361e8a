import type Router from '@koa/router';
import type { Context } from 'koa';
import { ServiceError } from '../core/errors.js';

/**
 * The methods of a path, for `Allow`: the methods in the route table, and the methods that other modules registered.
 */
export function allowedMethods(router: Router, path: string, own: Iterable<string> = []): string[] {
  const layers = router.stack.filter((layer) => layer.path === path && !isCatchAll(layer.methods));
  const methods = new Set([...own, ...layers.flatMap((layer) => layer.methods)]);
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].sort();
}

/** Whether a router layer is for all methods, like a layer of the gateway. `allowedMethods` ignores such a layer. */
export function isCatchAll(methods: string[]): boolean {
  return methods.includes('OPTIONS');
}

/** @throws {ServiceError} `method_not_allowed` for any method but GET and HEAD */
export function requireGet(ctx: Context): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  throw new ServiceError('method_not_allowed', 'Only GET is allowed.', { headers: { Allow: 'GET, HEAD' } });
}

/** Responds to OPTIONS with the allowed methods, and to any other method with 405. */
export function answerUnsupportedMethod(ctx: Context, methods: string[]): void {
  const Allow = methods.join(', ');
  if (ctx.method !== 'OPTIONS') {
    throw new ServiceError('method_not_allowed', `${ctx.method} is not allowed; allowed methods: ${Allow}.`, {
      headers: { Allow },
    });
  }
  ctx.set('Allow', Allow);
  ctx.status = 204;
}
