import { LRUCache } from 'lru-cache';
import type { Identity } from '../auth/identity.js';
import type { OperationSummary } from '../observability/operation-summary.js';

/** A response with status 200, in the form in which it is sent. */
export interface CachedResponse {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** The entity tag of a REST response. */
  readonly tag?: string;
  /** Summary of a GraphQL operation, for the request log. */
  readonly summary?: OperationSummary;
}

const MAX_CACHED_BYTES = 32 * 2 ** 20;
/** Maximum size of a response with its key. A larger response would evict too many other responses. */
const MAX_RESPONSE_BYTES = 512 * 2 ** 10;
/** Approximate overhead of an entry, besides its key and body. */
const ENTRY_BYTES = 500;

export const createResponseCache = (maxBytes = MAX_CACHED_BYTES) =>
  new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    maxEntrySize: Math.min(maxBytes, MAX_RESPONSE_BYTES),
    sizeCalculation: ({ body }, key) => ENTRY_BYTES + 2 * key.length + body.byteLength,
  });

/** Responses of all accounts of this process. */
export const responseCache = createResponseCache();

/**
 * The cache key of a response that depends only on the account's data. The key consists of the account, its revision,
 * the permissions and `question`. Every commit that changes such data increments the revision (migrations 5 and 16), so
 * a cached response is never stale, even if another process writes.
 * @param question all other texts that determine the response. Only the last text may contain a line break, because
 * line breaks separate the texts.
 * @returns undefined if the identity has no revision
 */
export function responseKey(identity: Identity | null, ...question: readonly string[]): string | undefined {
  if (identity?.revision === undefined) return undefined;
  const { accountId, revision, permissions } = identity;
  return `${accountId} ${revision} ${JSON.stringify(permissions)}\n${question.join('\n')}`;
}
