import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { invalid, ServiceError, type Fault } from '../core/errors.js';
import { isStorableText, UNSTORABLE_TEXT } from '../core/storable-text.js';
import { discardBody } from './discard-body.js';
import { onIncompleteBody } from './incomplete-body.js';

export interface JsonOptions {
  /** Maximum body size in bytes; 1 MiB by default. */
  limit?: number;
  /** Whether an array is also accepted. */
  allowArray?: boolean;
  /** Whether an absent body is accepted, as `{}`. */
  optional?: boolean;
}

export const DEFAULT_MAX_BYTES = 1024 * 1024;

/**
 * Reads a JSON body. The body must be valid UTF-8 and contain an object or, with `allowArray`, an array. The database
 * must be able to store all texts of the body.
 * @throws {ServiceError} 415 for another content type, 413 over the limit, 400 for an invalid body
 */
export async function readJson(
  ctx: Context,
  options?: JsonOptions & { allowArray?: false },
): Promise<Record<string, unknown>>;
export async function readJson(ctx: Context, options?: JsonOptions): Promise<unknown>;
export async function readJson(ctx: Context, options: JsonOptions = {}): Promise<unknown> {
  return (await readJsonText(ctx, options)).value;
}

/** Like `readJson`, but also returns the text of the body. */
export async function readJsonText(ctx: Context, options: JsonOptions = {}): Promise<{ text: string; value: unknown }> {
  const { limit = DEFAULT_MAX_BYTES, allowArray = false, optional = false } = options;
  if (hasBody(ctx.req)) checkType(ctx);
  const bytes = await readBytes(ctx.req, limit);
  if (bytes.length === 0 && optional) return { text: '', value: {} };

  const { text, value } = parse(bytes);
  const faults = faultsOf(value);
  if (faults.length > 0) throw invalid(faults);
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && !allowArray)) {
    throw invalid([{ path: '', message: `The body must be a JSON object${allowArray ? ' or array' : ''}.` }]);
  }
  return { text, value };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function checkType(ctx: Context): void {
  // The check also rejects forms and plain text, because another site can send them without a preflight request.
  if (!ctx.request.is('application/json', '+json')) {
    throw new ServiceError('unsupported_media_type', 'The body must be sent as "Content-Type: application/json".');
  }
  if (!/^(utf-?8)?$/i.test(ctx.request.charset)) {
    throw new ServiceError('unsupported_media_type', 'The body must be UTF-8.');
  }
  if (!/^(identity)?$/i.test(ctx.get('Content-Encoding'))) {
    throw new ServiceError('unsupported_media_type', 'The body must not be compressed.');
  }
}

/** Collects the body. A body that is too large is rejected at once, and its rest is discarded. */
function readBytes(req: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const rejectTooLarge = () => {
      chunks = [];
      req.off('data', collect);
      discardBody(req);
      reject(new ServiceError('payload_too_large', `The body must not exceed ${limit} bytes.`));
    };
    const collect = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else rejectTooLarge();
    };
    req.on('data', collect);
    req.once('end', () => resolve(chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? Buffer.alloc(0))));
    onIncompleteBody(req, () => reject(invalid([{ path: '', message: 'The body ended before it was complete.' }])));
    if (Number(req.headers['content-length'] ?? 0) > limit) rejectTooLarge();
  });
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function parse(bytes: Buffer): { text: string; value: unknown } {
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw invalid([{ path: '', message: 'The body must be UTF-8.' }]);
  }
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    throw invalid([{ path: '', message: 'The body must be valid JSON.' }]);
  }
}

const MAX_DEPTH = 64;
const MAX_FAULTS = 20;

/**
 * Finds values that are valid JSON but cannot be processed: U+0000 and unpaired surrogates, which PostgreSQL cannot
 * store; numbers beyond the range of a double; too deep nesting; and a member `__proto__`. A copy of such a member
 * would replace the prototype of an object.
 */
function faultsOf(value: unknown): Fault[] {
  const faults: Fault[] = [];
  const path: string[] = [];
  // The path is truncated, because names can be as long as the body.
  const fault = (message: string) => faults.push({ path: path.join('.').slice(0, 200), message });
  const look = (part: unknown): void => {
    if (isUnstorableText(part)) fault(UNSTORABLE_TEXT);
    if (part === Infinity || part === -Infinity) fault('must be a number of at most about 1.8e308');
    if (typeof part !== 'object' || part === null) return;
    if (path.length === MAX_DEPTH) {
      fault(`must not be nested deeper than ${MAX_DEPTH} levels`);
      return;
    }
    for (const name in part) {
      // Limiting the faults also limits the time spent on joining their paths.
      if (faults.length >= MAX_FAULTS) return;
      if (isUnstorableText(name) || name === '__proto__') {
        fault('has a member with a forbidden name');
        continue;
      }
      path.push(name);
      look((part as Record<string, unknown>)[name]);
      path.pop();
    }
  };
  look(value);
  return faults;
}

const isUnstorableText = (part: unknown) => typeof part === 'string' && !isStorableText(part);
