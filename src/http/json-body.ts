import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { invalid, ServiceError, type Fault } from '../core/errors.js';
import { discardBody } from './discard-body.js';

export interface JsonOptions {
  /** The most bytes that are read; 1 MiB if absent. */
  limit?: number;
  /** A bare array is fine too. */
  allowArray?: boolean;
  /** No body at all counts as `{}`. */
  optional?: boolean;
}

const MIB = 1024 * 1024;

/**
 * Reads a request's body as JSON: strict UTF-8, an object (or array) of text that the database can hold.
 * @throws {ServiceError} 415 for another content type, 413 over the limit, 400 for what is no such JSON
 */
export async function readJson(
  ctx: Context,
  options?: JsonOptions & { allowArray?: false },
): Promise<Record<string, unknown>>;
export async function readJson(ctx: Context, options?: JsonOptions): Promise<unknown>;
export async function readJson(ctx: Context, options: JsonOptions = {}): Promise<unknown> {
  return (await readJsonText(ctx, options)).value;
}

/** The same, with the text that it came as. */
export async function readJsonText(ctx: Context, options: JsonOptions = {}): Promise<{ text: string; value: unknown }> {
  const { limit = MIB, allowArray = false, optional = false } = options;
  if (hasBody(ctx.req)) checkType(ctx);
  const bytes = await readBytes(ctx.req, limit);
  if (bytes.length === 0 && optional) return { text: '', value: {} };

  const { text, value } = parse(bytes);
  if (!isFit(value)) throw invalid(faultsOf(value));
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && !allowArray)) {
    throw invalid([{ path: '', message: `The body must be a JSON object${allowArray ? ' or array' : ''}.` }]);
  }
  return { text, value };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function checkType(ctx: Context): void {
  const { 'content-type': type, 'content-encoding': encoding } = ctx.req.headers;
  // As nearly everybody sends it.
  if (type === 'application/json' && encoding === undefined) return;
  // A form or plain text, which another site's page can send without asking first, is refused here as well.
  if (!ctx.request.is('application/json', '+json')) {
    throw new ServiceError('unsupported_media_type', 'The body must be sent as "Content-Type: application/json".');
  }
  if (!/^(utf-?8)?$/i.test(ctx.request.charset)) {
    throw new ServiceError('unsupported_media_type', 'The body must be UTF-8.');
  }
  if (!/^(identity)?$/i.test(ctx.get('Content-Encoding'))) {
    throw new ServiceError('unsupported_media_type', 'The body must be sent uncompressed.');
  }
}

/** Collects the body; one that is too large is answered at once, while the rest of it flows away unread. */
function readBytes(req: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const refuse = () => {
      chunks = [];
      req.off('data', collect);
      discardBody(req);
      reject(new ServiceError('payload_too_large', `The body must not be larger than ${limit} bytes.`));
    };
    const collect = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else refuse();
    };
    req.on('data', collect);
    req.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    const cut = () =>
      req.complete || reject(invalid([{ path: '', message: 'The body ended before it was complete.' }]));
    req.once('error', cut);
    req.once('close', cut);
    if (Number(req.headers['content-length'] ?? 0) > limit) refuse();
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

const DEPTH = 64;
const MOST_FAULTS = 20;

/**
 * What JSON allows and nothing behind it can take: U+0000 and half characters, which PostgreSQL's text cannot hold,
 * a number beyond all that are held, nesting deeper than any input here has, and a member `__proto__`, which would replace the prototype of whatever it is
 * copied to.
 */
function faultsOf(value: unknown): Fault[] {
  const faults: Fault[] = [];
  const path: string[] = [];
  // The answer stays small whatever the body: names in it may be as long as the body itself.
  const fault = (message: string) => faults.push({ path: path.join('.').slice(0, 200), message });
  const look = (part: unknown): void => {
    if (isUnfit(part)) fault('must not hold NUL or half characters');
    if (part === Infinity || part === -Infinity) fault('must be a number that can be held: at most some 1.8e308');
    if (typeof part !== 'object' || part === null) return;
    if (path.length === DEPTH) {
      fault(`is nested deeper than ${DEPTH} levels`);
      return;
    }
    for (const name in part) {
      // Each fault joins the names that lead to it, so their number bounds the work, too.
      if (faults.length >= MOST_FAULTS) return;
      if (isUnfit(name) || name === '__proto__') {
        fault('has a member whose name is not allowed');
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

/** Whether it has none of these faults, which nearly all have not: where one is takes more to find out. */
function isFit(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !isUnfit(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === DEPTH) return false;
  if (Array.isArray(value)) return value.every((part) => isFit(part, depth + 1));
  for (const name in value) {
    if (isUnfit(name) || name === '__proto__') return false;
    if (!isFit((value as Record<string, unknown>)[name], depth + 1)) return false;
  }
  return true;
}

const isUnfit = (part: unknown) => typeof part === 'string' && (part.includes('\0') || !part.isWellFormed());
