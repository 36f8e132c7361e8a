import type { Context } from 'koa';
import { isNotModified, entityTag } from '../http/conditional.js';
import { responseCache } from './response-cache.js';

const CACHE_CONTROL = 'private, no-cache';

/** Sends the response that is cached under the key. @returns whether a response was cached */
export function sendCached(ctx: Context, key: string): boolean {
  const cached = responseCache.get(key);
  if (cached?.tag === undefined) return false;
  ctx.set(cached.headers);
  sendTagged(ctx, cached.tag, cached.body);
  return true;
}

/**
 * Sends the body with its entity tag, or 304 if the client already has this body.
 * @param cacheKey key under which the response is cached; see `responseKey`
 * @param headers further headers of the response
 */
export function sendConditionally(
  ctx: Context,
  text: string,
  cacheKey?: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = Buffer.from(text);
  const tag = entityTag(body);
  if (cacheKey !== undefined) responseCache.set(cacheKey, { tag, body, headers });
  ctx.set(headers);
  sendTagged(ctx, tag, body);
}

function sendTagged(ctx: Context, tag: string, body: Buffer): void {
  if (isNotModified(ctx, tag, CACHE_CONTROL)) return;
  ctx.type = 'application/json';
  ctx.body = body;
}
