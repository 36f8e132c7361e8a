import compress from 'koa-compress';
import type { Context, Middleware } from 'koa';

/**
 * Compresses responses for clients that accept compression. A client that accepts none of gzip, deflate and identity
 * gets an uncompressed response, as RFC 9110, 12.5.3 allows. The library would reject such a request.
 */
export function compression(): Middleware {
  const compressed = compress({ threshold: 1024, br: false });
  return (ctx, next) => {
    ctx.vary('Accept-Encoding');
    return ctx.req.headers['accept-encoding'] !== undefined && ctx.acceptsEncodings('gzip', 'deflate', 'identity')
      ? compressed(ctx.method === 'HEAD' ? withMethodGet(ctx) : ctx, next)
      : next();
  };
}

/**
 * The library skips HEAD requests, so their Content-Length would be the length of the uncompressed body. HEAD must send
 * the headers of GET (RFC 9110, 8.6).
 */
function withMethodGet(ctx: Context): Context {
  const request = Object.create(ctx.request, { method: { value: 'GET' } }) as Context['request'];
  return Object.create(ctx, { request: { value: request } }) as Context;
}
