import compress from 'koa-compress';
import type { Middleware } from 'koa';

/**
 * Compresses answers where it is asked for. A request that accepts neither gzip nor deflate nor the plain text is
 * answered in plain text, as RFC 9110, 12.5.3 allows; the library would fail on it.
 */
export function compression(): Middleware {
  const compressed = compress({ threshold: 1024, br: false });
  return (ctx, next) => (ctx.acceptsEncodings('gzip', 'deflate', 'identity') ? compressed(ctx, next) : next());
}
