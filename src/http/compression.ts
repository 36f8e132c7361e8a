import compress from 'koa-compress';
import type { Context, Middleware } from 'koa';
import { varyBy } from './vary.js';

/**
 * Compresses responses for clients that accept it. A client that accepts neither gzip, deflate nor identity gets an
 * uncompressed response, as RFC 9110, 12.5.3 allows; the library would fail.
 */
export function compression(): Middleware {
  const compressed = compress({ threshold: 1024, br: false });
  return (ctx, next) => {
    if (ctx.req.headers['accept-encoding'] === undefined) {
      varyBy(ctx, 'Accept-Encoding');
      return next();
    }
    return ctx.acceptsEncodings('gzip', 'deflate', 'identity')
      ? compressed(ctx.method === 'HEAD' ? withMethodGet(ctx) : ctx, next)
      : next();
  };
}

/**
 * The library skips HEAD requests, whose Content-Length would then be that of the uncompressed body. HEAD must send the
 * headers of GET (RFC 9110, 8.6).
 */
function withMethodGet(ctx: Context): Context {
  const request = Object.create(ctx.request, { method: { value: 'GET' } }) as Context['request'];
  return Object.create(ctx, { request: { value: request } }) as Context;
}
