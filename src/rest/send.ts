import type { Context } from 'koa';
import { sendConditionally } from '../cache/send-cached.js';
import { entityTag } from '../http/conditional.js';
import type { Answer } from './route.js';

/**
 * Sends a response. Reads have an entity tag, and lists have a link to the next page.
 * @param cacheKey the cache key of the response; undefined if it must not be cached
 */
export function send(ctx: Context, { status = 200, location, body, next, tagged }: Answer, cacheKey?: string): void {
  if (location) ctx.set('Location', `/api/v1${location}`);
  ctx.status = status;
  if (body === undefined) return;
  const text = JSON.stringify(body);
  if (ctx.method === 'GET' || ctx.method === 'HEAD') {
    sendConditionally(ctx, text, cacheKey, next ? { Link: `<${nextPage(ctx, next)}>; rel="next"` } : {});
  } else {
    if (tagged) ctx.set('ETag', entityTag(text));
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'application/json';
    ctx.body = text;
  }
}

/** The URL of the next page (RFC 8288, as an absolute path). */
function nextPage(ctx: Context, cursor: string): string {
  const query = new URLSearchParams(ctx.querystring);
  query.delete('offset');
  query.set('cursor', cursor);
  return `${ctx.path}?${query}`;
}
