import { createHash } from 'node:crypto';
import type { Context } from 'koa';

const hash = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('base64url');

/**
 * Weak, because the bytes sent may be compressed or not (RFC 9110, 8.8.3).
 * @param source what the body was made from, where that alone tells whether it is still so; see `sourceOf`
 */
export function entityTag(body: string | Uint8Array, source?: string): string {
  return `W/"${hash(body).slice(0, 27)}${source ? `.${source}` : ''}"`;
}

/** A name for what an answer is made from: the question, who asks, the program and how far the data have come. */
export const sourceOf = (...parts: readonly unknown[]): string => hash(JSON.stringify(parts)).slice(0, 16);

/** Whether an `If-None-Match` or `If-Match` holds this tag (RFC 9110, 13.1), by what the body says: see `entityTag`. */
export function matches(header: string | undefined, tag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  const [[content] = []] = tagsIn(tag);
  return tagsIn(header).some(([listed]) => listed === content);
}

/** The tags of a header, each as what it says of the body and of its source. */
const tagsIn = (header: string): string[][] =>
  [...header.matchAll(/"([^"]*)"/g)].map(([, opaque = '']) => opaque.split('.'));

/** Names the tag of the answer and who may keep it for how long; whether the reader has it already, and 304 says it all. */
export function answeredByTag(ctx: Context, tag: string, cacheControl: string): boolean {
  ctx.set('ETag', tag);
  ctx.set('Cache-Control', cacheControl);
  const known = matches(ctx.get('If-None-Match'), tag);
  if (known) ctx.status = 304;
  return known;
}

const PRIVATE = 'private, no-cache';

/** Answers 304 to whoever has what was made from just this source: then it need not be made to be compared. */
export function answeredBySource(ctx: Context, source: string): boolean {
  const [content] = tagsIn(ctx.get('If-None-Match')).find(([, listed]) => listed === source) ?? [];
  return content !== undefined && answeredByTag(ctx, `W/"${content}.${source}"`, PRIVATE);
}

/** Sends the body with its tag, or 304 to whoever has it already. */
export function sendConditionally(ctx: Context, body: string, source?: string): void {
  if (answeredByTag(ctx, entityTag(body, source), PRIVATE)) return;
  ctx.type = 'application/json';
  ctx.body = body;
}
