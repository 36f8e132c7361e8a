import compress from 'koa-compress';
import type { Context, Middleware } from 'koa';
import { varyBy } from './vary.js';

/**
 * Compresses answers where it is asked for. A request that accepts neither gzip nor deflate nor the plain text is
 * answered in plain text, as RFC 9110, 12.5.3 allows; the library would fail on it.
 */
export function compression(): Middleware {
  const compressed = compress({ threshold: 1024, br: false });
  return (ctx, next) => {
    if (ctx.req.headers['accept-encoding'] === undefined) {
      varyBy(ctx, 'Accept-Encoding');
      return next();
    }
    return ctx.acceptsEncodings('gzip', 'deflate', 'identity')
      ? compressed(ctx.method === 'HEAD' ? asGet(ctx) : ctx, next)
      : next();
  };
}

/**
 * The library passes over HEAD, which would announce the length of the plain text; it may tell of none that GET would not
 * have (RFC 9110, 8.6). Nothing of what is compressed is sent.
 */
function asGet(ctx: Context): Context {
  const request = Object.create(ctx.request, { method: { value: 'GET' } }) as Context['request'];
  return Object.create(ctx, { request: { value: request } }) as Context;
}
