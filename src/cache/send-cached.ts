import type { Context } from 'koa';
import { isNotModified, entityTag } from '../http/conditional.js';
import { responseCache } from './response-cache.js';

const PRIVATE = 'private, no-cache';

/** @returns whether the response was cached under the key, and sent */
export function sendCached(ctx: Context, key: string): boolean {
  const cached = responseCache.get(key);
  if (cached?.tag === undefined) return false;
  ctx.set(cached.headers);
  sendTagged(ctx, cached.tag, cached.body);
  return true;
}

/**
 * Sends the body with its tag, or 304 to a client that has it already.
 * @param cacheKey under which the response is cached; see `responseKey`
 * @param headers that are sent besides
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
  if (isNotModified(ctx, tag, PRIVATE)) return;
  ctx.type = 'application/json';
  ctx.body = body;
}
