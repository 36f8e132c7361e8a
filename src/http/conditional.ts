import { hash } from 'node:crypto';
import type { Context } from 'koa';

/**
 * The entity tag of a response. The tag is weak, because the same response can be sent compressed or uncompressed (RFC
 * 9110, 8.8.3).
 */
export function entityTag(body: string | Uint8Array): string {
  return `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}

/** The suffix that proxies append to the tags of responses that they compress. */
const PROXY_SUFFIX = /(?:-|;)(?:gzip|br|zstd|deflate)"$/;

/**
 * Whether an `If-None-Match` or `If-Match` contains this tag (RFC 9110, 13.1). The comparison ignores the suffix that
 * compressing proxies append. It is weak for `If-Match`, too, although the RFC asks for a strong comparison, which weak
 * tags never pass.
 */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return [...header.matchAll(/"[^"]*"/g)].some(([listed]) => listed.replace(PROXY_SUFFIX, '"') === opaque);
}

/**
 * Sets `ETag` and `Cache-Control`, and status 304 if the client has the current version.
 * @returns whether the status is 304
 */
export function isNotModified(ctx: Context, tag: string, cacheControl: string): boolean {
  ctx.set('ETag', tag);
  ctx.set('Cache-Control', cacheControl);
  const isCurrent = matchesTag(ctx.get('If-None-Match'), tag);
  if (isCurrent) ctx.status = 304;
  return isCurrent;
}
