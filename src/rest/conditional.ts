import { createHash } from 'node:crypto';
import type { Context } from 'koa';

/** Weak, because the bytes sent may be compressed or not (RFC 9110, 8.8.3). */
export function entityTag(body: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** Whether an `If-None-Match` or `If-Match` holds this tag (RFC 9110, 13.1), compared weakly: see `entityTag`. */
export function matches(header: string | undefined, tag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return [...header.matchAll(/"[^"]*"/g)].some(([listed]) => listed === opaque);
}

/** Names the tag of the answer and who may keep it for how long; whether the reader has it already, and 304 says it all. */
export function answeredByTag(ctx: Context, tag: string, cacheControl: string): boolean {
  ctx.set('ETag', tag);
  ctx.set('Cache-Control', cacheControl);
  const known = matches(ctx.get('If-None-Match'), tag);
  if (known) ctx.status = 304;
  return known;
}

/** Sends the body with its tag, or 304 to whoever has it already. */
export function sendConditionally(ctx: Context, body: string): void {
  if (answeredByTag(ctx, entityTag(body), 'private, no-cache')) return;
  ctx.type = 'application/json';
  ctx.body = body;
}
