import { sql } from 'kysely';
import { isInForce, secondsUntil } from '../../db/expiry.js';
import { ownerOf } from '../../db/owner.js';
import { rateLimitError } from '../../auth/rate-limit-error.js';
import type { Config } from '../../core/config.js';
import { ServiceError, unauthenticated } from '../../core/errors.js';
import type { Em } from '../../db/orm.js';

const HOUR = 3600;

export type KeyLimits = Pick<Config, 'KEYS_PER_ACCOUNT' | 'KEY_CREATIONS_PER_HOUR'>;

export interface KeyCounts {
  /** Keys that are not revoked, nor to be when an overlap ends. */
  standing: number;
  /** Keys made in the last 60 minutes, revoked ones too. */
  recent: number;
  /** Seconds until another may be made, where the limit is reached. */
  wait: number;
}

/**
 * Counts the account's keys while no other transaction can add to them, on whichever process: the lock is taken in a
 * statement of its own, so that the next one sees whatever was committed before it was granted.
 * @param tx a transaction; the lock lasts as long as it does
 * @throws {ServiceError} `unauthenticated` where the account is gone
 */
export async function countLocked(tx: Em, { KEY_CREATIONS_PER_HOUR: limit }: KeyLimits): Promise<KeyCounts> {
  const db = tx.getKysely();
  const accountId = ownerOf(tx);
  const locked = await sql`
    select 1 from account where id = ${accountId} and closed_at is null for no key update`.execute(db);
  if (locked.rows.length === 0) throw unauthenticated();
  return countKeys(tx, { KEY_CREATIONS_PER_HOUR: limit });
}

/** Counts them as they stand, for telling; what decides is `countLocked`. */
export async function countKeys(
  em: Em,
  { KEY_CREATIONS_PER_HOUR: limit }: Pick<KeyLimits, 'KEY_CREATIONS_PER_HOUR'>,
): Promise<KeyCounts> {
  const counts = sql`created_at + ${HOUR} * interval '1 second'`;
  const isRecent = isInForce(counts, HOUR);
  const nth = sql`(array_agg(${counts} order by created_at desc) filter (where ${isRecent}))[${limit}::integer]`;
  const { rows } = await sql<KeyCounts>`
    select
      count(*) filter (where revoked_at is null and overlap_ends_at is null)::integer as standing,
      count(*) filter (where ${isRecent})::integer as recent,
      ${secondsUntil(nth, HOUR)} as wait
    from api_key where account_id = ${ownerOf(em)}`.execute(em.getKysely());
  return rows[0]!;
}

/** @throws {ServiceError} `rate_limited` where as many keys as an hour allows have been made */
export function demandCreation({ recent, wait }: KeyCounts, { KEY_CREATIONS_PER_HOUR: limit }: KeyLimits): void {
  if (recent < limit) return;
  const policy = { name: 'key-creations', quota: limit, seconds: HOUR };
  throw rateLimitError(policy, wait, `An account may create ${limit} keys in 60 minutes; wait before the next.`);
}

/** @throws {ServiceError} `key_limit_reached` where the account has as many keys as it may */
export function demandPlace({ standing }: KeyCounts, { KEYS_PER_ACCOUNT: limit }: KeyLimits): void {
  if (standing < limit) return;
  throw new ServiceError(
    'key_limit_reached',
    `An account may have ${limit} keys that are not revoked; revoke one before you create another.`,
  );
}
