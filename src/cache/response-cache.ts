import { LRUCache } from 'lru-cache';
import type { Identity } from '../auth/identity.js';
import type { Permissions } from '../auth/permissions.js';
import type { OperationSummary } from '../observability/operation-summary.js';

/** A response of status 200 as it is sent. */
export interface CachedResponse {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a REST response: its entity tag. */
  readonly tag?: string;
  /** Of a GraphQL response: for the log. */
  readonly summary?: OperationSummary;
}

const MAX_CACHED_BYTES = 32 * 2 ** 20;
/** With its key. A larger one would push out too many others. */
const MAX_RESPONSE_BYTES = 512 * 2 ** 10;
/** What an entry takes beside its body and its key, about. */
const ENTRY_BYTES = 500;

/** Responses by their keys, of all accounts of this process; those that were used longest ago make room for others. */
export class ResponseCache {
  private readonly responses: LRUCache<string, CachedResponse>;

  constructor(maxBytes = MAX_CACHED_BYTES) {
    this.responses = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.min(maxBytes, MAX_RESPONSE_BYTES),
      sizeCalculation: ({ body }, key) => ENTRY_BYTES + 2 * key.length + body.byteLength,
    });
  }

  get(key: string): CachedResponse | undefined {
    return this.responses.get(key);
  }

  set(key: string, response: CachedResponse): void {
    this.responses.set(key, response);
  }
}

export const responseCache = new ResponseCache();

/**
 * The key of a response that follows from the account's data alone: the account, its revision (migrations 5 and 16: it
 * grows with every commit that changes such data), the permissions of the caller, and the question. So a response that is
 * found was made from the data as it is, whichever process writes.
 * @param question everything that determines the response besides the caller; only the last part may hold a line break
 * @returns undefined where the revision was not read
 */
export function responseKey(identity: Identity | null, ...question: readonly string[]): string | undefined {
  if (identity?.revision === undefined) return undefined;
  const { accountId, revision, permissions } = identity;
  return `${accountId} ${revision} ${textOf(permissions)}\n${question.join('\n')}`;
}

const permissionTexts = new WeakMap<Permissions, string>();

function textOf(permissions: Permissions): string {
  let text = permissionTexts.get(permissions);
  if (text === undefined) permissionTexts.set(permissions, (text = JSON.stringify(permissions)));
  return text;
}
