import { sql } from 'kysely';
import { isInForce, secondsUntil } from '../../db/expiry.js';
import { onlyRow } from '../../db/only-row.js';
import { ownerOf } from '../../db/owner.js';
import { rateLimitError } from '../../auth/rate-limit-error.js';
import type { Config } from '../../core/config.js';
import { ServiceError, unauthenticated } from '../../core/errors.js';
import type { Em } from '../../db/orm.js';

const HOUR_SECONDS = 3600;

export type KeyLimits = Pick<Config, 'KEYS_PER_ACCOUNT' | 'KEY_CREATIONS_PER_HOUR'>;

export interface KeyCounts {
  /** Number of keys that are not revoked and not rotated. */
  active: number;
  /** Number of keys created in the last 60 minutes, including revoked keys. */
  recent: number;
  /** Seconds until another key can be created, if the hourly limit is reached. */
  waitSeconds: number;
}

/**
 * Locks the account and counts its keys. The lock is a separate statement, so that the count includes everything that
 * was committed before the lock was granted.
 * @param tx transaction that holds the lock
 * @throws {ServiceError} `unauthenticated` if the account was deleted
 */
export async function lockAndCountKeys(tx: Em, { KEY_CREATIONS_PER_HOUR: limit }: KeyLimits): Promise<KeyCounts> {
  const db = tx.getKysely();
  const accountId = ownerOf(tx);
  const locked = await sql`
    select 1 from account where id = ${accountId} and closed_at is null for no key update`.execute(db);
  if (locked.rows.length === 0) throw unauthenticated();
  return countKeys(tx, { KEY_CREATIONS_PER_HOUR: limit });
}

/** Counts the keys without a lock. The result is only for display, because it can be outdated. */
export async function countKeys(
  em: Em,
  { KEY_CREATIONS_PER_HOUR: limit }: Pick<KeyLimits, 'KEY_CREATIONS_PER_HOUR'>,
): Promise<KeyCounts> {
  const counts = sql`created_at + ${HOUR_SECONDS} * interval '1 second'`;
  const isRecent = isInForce(counts, HOUR_SECONDS);
  const nth = sql`(array_agg(${counts} order by created_at desc) filter (where ${isRecent}))[${limit}::integer]`;
  const { rows } = await sql<KeyCounts>`
    select
      count(*) filter (where revoked_at is null and overlap_ends_at is null)::integer as active,
      count(*) filter (where ${isRecent})::integer as recent,
      ${secondsUntil(nth, HOUR_SECONDS)} as "waitSeconds"
    from api_key where account_id = ${ownerOf(em)}`.execute(em.getKysely());
  return onlyRow(rows);
}

/** @throws {ServiceError} `rate_limited` if the hourly limit on new keys is reached */
export function assertMayCreateKey(
  { recent, waitSeconds }: KeyCounts,
  { KEY_CREATIONS_PER_HOUR: limit }: KeyLimits,
): void {
  if (recent < limit) return;
  const policy = { name: 'key-creations', quota: limit, seconds: HOUR_SECONDS };
  throw rateLimitError(policy, waitSeconds, `An account can create ${limit} keys in 60 minutes. Try again later.`);
}

/** @throws {ServiceError} `key_limit_reached` if the account has the maximum number of keys */
export function assertBelowKeyLimit({ active }: KeyCounts, { KEYS_PER_ACCOUNT: limit }: KeyLimits): void {
  if (active < limit) return;
  throw new ServiceError(
    'key_limit_reached',
    `An account can have ${limit} keys that are not revoked. Revoke a key before you create another.`,
  );
}
