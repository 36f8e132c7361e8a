import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import type { Config } from '../core/config.js';
import type { Orm } from '../db/orm.js';
import { ServiceError } from '../core/errors.js';
import { countByNetwork } from './address-limit.js';
import { bearerHashOf, hasKey } from './bearer.js';
import { clientNetwork } from './client-address.js';
import { rateLimitError, type RateLimitPolicy } from './rate-limit-error.js';

const VALID_KEY_MS = 3_600_000;
/** The entry of a valid key is renewed only if the entry expires within this time. */
const RENEW_BELOW_MS = VALID_KEY_MS - 60_000;

/**
 * Limits the unknown keys that a network can send in a minute. Beyond the limit, the network's keys are rejected
 * without a look-up. Keys that this process found valid within the last hour are still accepted, so that a faulty
 * program does not lock out other programs behind the same address.
 *
 * Only failures are counted in the database, so that valid keys cost nothing. A process notices at its next failure
 * that other processes have reached the limit. Each process can therefore exceed the limit by one key and its
 * concurrent requests. These additional attempts do not help to guess 256 random bits.
 * @throws {ServiceError} `rate_limited`
 */
export function limitFailedKeys(services: { config: Config; orm: Orm }) {
  const { FAILED_KEYS_PER_MINUTE: quota } = services.config;
  const policy: RateLimitPolicy = { name: 'failed-keys', quota, seconds: 60 };
  const blockedNetworks = expiringSet();
  const validKeys = expiringSet();
  return async (ctx: Context, next: Next): Promise<void> => {
    if (quota === 0 || !hasKey(ctx)) return next();
    const network = () => clientNetwork(ctx.req, services.config);
    const presented = bearerHashOf(ctx);
    const wait = blockedNetworks.size === 0 ? 0 : blockedNetworks.getRemainingTTL(network()) / 1000;
    if (wait > 0 && validKeys.getRemainingTTL(presented) <= 0) {
      throw rateLimitError(policy, wait, 'Too many unknown API keys from this address; try again later.');
    }
    try {
      await next();
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'invalid_key') {
        const { count, wait } = await countByNetwork(services, policy, network());
        // A time of 0 would block the network forever.
        if (count >= quota && wait > 0) blockedNetworks.set(network(), true, { ttl: wait * 1000 });
      }
      throw error;
    } finally {
      if (ctx.state.identity?.kind === 'key' && validKeys.getRemainingTTL(presented) < RENEW_BELOW_MS)
        validKeys.set(presented, true, { ttl: VALID_KEY_MS });
    }
  };
}

/**
 * A set of strings that expire, by a monotonic clock. Its size is limited, so that a flood cannot exhaust memory. The
 * remaining time of a string is 0 or negative if the string is missing or has expired.
 */
const expiringSet = () => new LRUCache<string, true>({ max: 10_000, ttlResolution: 0 });
