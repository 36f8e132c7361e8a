import { hash } from 'node:crypto';
import type { Context } from 'koa';

/** Weak, because the bytes sent may be compressed or not (RFC 9110, 8.8.3). */
export function entityTag(body: string | Uint8Array): string {
  return `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}

/** What proxies append to the tags of answers that they compress. */
const BY_PROXY = /(?:-|;)(?:gzip|br|zstd|deflate)"$/;

/**
 * Whether an `If-None-Match` or `If-Match` holds this tag (RFC 9110, 13.1), compared weakly: see `entityTag`. A tag that a
 * proxy marked as that of a compressed answer is the same.
 */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return [...header.matchAll(/"[^"]*"/g)].some(([listed]) => listed.replace(BY_PROXY, '"') === opaque);
}

/** Names the tag of the answer and who may keep it for how long; whether the reader has it already, and 304 says it all. */
export function isNotModified(ctx: Context, tag: string, cacheControl: string): boolean {
  ctx.set('ETag', tag);
  ctx.set('Cache-Control', cacheControl);
  const known = matchesTag(ctx.get('If-None-Match'), tag);
  if (known) ctx.status = 304;
  return known;
}
