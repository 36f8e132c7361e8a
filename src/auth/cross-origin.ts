import type { Context, Next } from 'koa';
import type { Config } from '../core/config.js';

const API_PATHS = /^\/(api|graphql)(\/|$)/i;
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id',
  'Access-Control-Max-Age': '7200',
};
/** Response headers that scripts can read, in addition to the CORS-safelisted headers. */
const EXPOSED_HEADERS =
  'ETag, Link, Location, Content-Disposition, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, Allow, X-Request-Id';

/**
 * Allows the configured origins to call the API with keys (https://fetch.spec.whatwg.org/#http-cors-protocol).
 * `Access-Control-Allow-Credentials` is never sent, so sessions stay same-origin. Runs before all middleware that can
 * reject a request, because scripts must be able to read errors.
 */
export function allowOrigins({ ALLOWED_ORIGINS }: Pick<Config, 'ALLOWED_ORIGINS'>) {
  const allowed = new Set(ALLOWED_ORIGINS);
  const respond = async (ctx: Context, next: Next): Promise<void> => {
    ctx.vary('Origin');
    const origin = ctx.get('Origin');
    if (!allowed.has(origin)) return next();
    ctx.set('Access-Control-Allow-Origin', origin);
    if (ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '') {
      ctx.set(PREFLIGHT_HEADERS);
      ctx.status = 204;
      return;
    }
    ctx.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    return next();
  };
  return (ctx: Context, next: Next): Promise<void> =>
    allowed.size === 0 || !API_PATHS.test(ctx.path) ? next() : respond(ctx, next);
}
