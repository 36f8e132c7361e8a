import type { Context, Next } from 'koa';
import type { Config } from '../core/config.js';

const PATHS = /^\/(api|graphql)(\/|$)/i;
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id',
  'Access-Control-Max-Age': '7200',
};
/** What a page may read of an answer besides the few headers that every page may. */
const EXPOSED =
  'ETag, Link, Location, Content-Disposition, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, Allow, X-Request-Id';

/**
 * Lets the pages of other front ends, by their origin, read what their keys open (https://fetch.spec.whatwg.org/#http-cors-protocol).
 * Cookies never cross: `Access-Control-Allow-Credentials` is not sent, so that no page there sees what a session sees.
 * It stands before whatever may refuse, for a page must be able to read errors too.
 */
export function allowOrigins({ ALLOWED_ORIGINS }: Pick<Config, 'ALLOWED_ORIGINS'>) {
  const allowed = new Set(ALLOWED_ORIGINS);
  const answer = async (ctx: Context, next: Next): Promise<void> => {
    ctx.vary('Origin');
    const origin = ctx.get('Origin');
    if (!allowed.has(origin)) return next();
    ctx.set('Access-Control-Allow-Origin', origin);
    if (ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '') {
      ctx.set(PREFLIGHT);
      ctx.status = 204;
      return;
    }
    ctx.set('Access-Control-Expose-Headers', EXPOSED);
    return next();
  };
  return (ctx: Context, next: Next): Promise<void> =>
    allowed.size === 0 || !PATHS.test(ctx.path) ? next() : answer(ctx, next);
}
