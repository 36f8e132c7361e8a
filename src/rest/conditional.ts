import { createHash } from 'node:crypto';
import type { Context } from 'koa';

const hash = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('base64url');

/** Weak, because the bytes sent may be compressed or not (RFC 9110, 8.8.3). */
export function entityTag(body: string | Uint8Array): string {
  return `W/"${hash(body).slice(0, 27)}"`;
}

/** A name for what an answer is made from: the question, who asks, the program and how far the data have come. */
export const sourceOf = (...parts: readonly unknown[]): string => hash(JSON.stringify(parts)).slice(0, 16);

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

const PRIVATE = 'private, no-cache';

/** Tags of the answers that this process made of late, by what they were made from. */
const tags = new Map<string, string>();
const MOST_TAGS = 20_000;

function note(source: string, tag: string): void {
  tags.delete(source);
  tags.set(source, tag);
  if (tags.size > MOST_TAGS) tags.delete(tags.keys().next().value!);
}

/** Answers 304 to whoever has what was made here from just this source: then it need not be made to be compared. */
export function answeredBySource(ctx: Context, source: string): boolean {
  const tag = tags.get(source);
  return tag !== undefined && matches(ctx.get('If-None-Match'), tag) && answeredByTag(ctx, tag, PRIVATE);
}

/**
 * Sends the body with its tag, or 304 to whoever has it already.
 * @param source what it was made from, where that alone tells whether it is still so; see `sourceOf`
 */
export function sendConditionally(ctx: Context, body: string, source?: string): void {
  const tag = entityTag(body);
  if (source !== undefined) note(source, tag);
  if (answeredByTag(ctx, tag, PRIVATE)) return;
  ctx.type = 'application/json';
  ctx.body = body;
}
