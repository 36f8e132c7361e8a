import { hash } from 'node:crypto';
import type { Context } from 'koa';
import { recall, remember, type Source } from './remembered-answers.js';

/** Weak, because the bytes sent may be compressed or not (RFC 9110, 8.8.3). */
export function entityTag(body: string | Uint8Array): string {
  return `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
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

const PRIVATE = 'private, no-cache';

/** Answers with what was made here from just this source: then it need not be made, nor read to be compared. */
export function answeredBySource(ctx: Context, source: Source): boolean {
  const { tag, text, headers = {} } = recall(source) ?? {};
  if (tag === undefined || (text === undefined && !matches(ctx.get('If-None-Match'), tag))) return false;
  ctx.set(headers);
  sendTagged(ctx, tag, text);
  return true;
}

/**
 * Sends the body with its tag, or 304 to whoever has it already.
 * @param source what it was made from, where that alone tells whether it is still so; see `sourceOf`
 * @param headers that go with it
 */
export function sendConditionally(
  ctx: Context,
  text: string,
  source?: Source,
  headers: Readonly<Record<string, string>> = {},
): void {
  // Once, for the tag and for the socket.
  const bytes = Buffer.from(text);
  const tag = entityTag(bytes);
  if (source !== undefined) remember(source, { tag, text, headers });
  ctx.set(headers);
  sendTagged(ctx, tag, bytes);
}

function sendTagged(ctx: Context, tag: string, body: string | Buffer | undefined): void {
  if (answeredByTag(ctx, tag, PRIVATE)) return;
  ctx.type = 'application/json';
  ctx.body = body;
}
