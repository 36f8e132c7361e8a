import type Router from '@koa/router';
import type { Context } from 'koa';
import { ServiceError } from '../core/errors.js';

/**
 * The methods of a path, for `Allow`: those of the gateway's table and those that other parts registered on the
 * router for the same path.
 */
export function allowedMethods(router: Router, path: string, own: Iterable<string> = []): string[] {
  const layers = router.stack.filter((layer) => layer.path === path && !isCatchAll(layer.methods));
  const methods = new Set([...own, ...layers.flatMap((layer) => layer.methods)]);
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].sort();
}

/** A layer for whatever method, as the gateway's own are; it tells nothing of what is allowed. */
export function isCatchAll(methods: string[]): boolean {
  return methods.includes('OPTIONS');
}

/** @throws {ServiceError} `method_not_allowed` for whatever does more than read */
export function requireGet(ctx: Context): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  throw new ServiceError('method_not_allowed', 'Only GET is answered here.', { headers: { Allow: 'GET, HEAD' } });
}

/** OPTIONS is told the methods; any other gets 405 with them. */
export function answerUnsupportedMethod(ctx: Context, methods: string[]): void {
  const Allow = methods.join(', ');
  if (ctx.method !== 'OPTIONS') {
    throw new ServiceError('method_not_allowed', `${ctx.method} is not allowed here; ${Allow} are.`, {
      headers: { Allow },
    });
  }
  ctx.set('Allow', Allow);
  ctx.status = 204;
}
