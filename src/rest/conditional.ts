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

/** Sends the body with its tag, or 304 to whoever has it already. */
export function sendConditionally(ctx: Context, body: string): void {
  const tag = entityTag(body);
  ctx.set('ETag', tag);
  ctx.set('Cache-Control', 'private, no-cache');
  if (matches(ctx.get('If-None-Match'), tag)) {
    ctx.status = 304;
    return;
  }
  ctx.type = 'application/json';
  ctx.body = body;
}
