import type { Context, Next } from 'koa';
import type { Config } from '../core/config.js';
import type { Orm } from '../db/orm.js';
import { ServiceError } from '../core/errors.js';
import { countByNetwork } from './address-limit.js';
import { bearerHashOf, hasKey } from './bearer.js';
import { clientNetwork } from './client-address.js';
import { rateLimitError, type RateLimitPolicy } from './rate-limit-error.js';
import { ExpiringSet } from './expiring-set.js';

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
  const blockedNetworks = new ExpiringSet();
  const validKeys = new ExpiringSet();
  return async (ctx: Context, next: Next): Promise<void> => {
    if (quota === 0 || !hasKey(ctx)) return next();
    const network = () => clientNetwork(ctx.req, services.config);
    const presented = bearerHashOf(ctx);
    const wait = blockedNetworks.isEmpty ? 0 : blockedNetworks.remainingMs(network()) / 1000;
    if (wait > 0 && validKeys.remainingMs(presented) === 0) {
      throw rateLimitError(policy, wait, 'Too many unknown API keys from this address; try again later.');
    }
    try {
      await next();
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'invalid_key') {
        const { count, wait } = await countByNetwork(services, policy, network());
        if (count >= quota) blockedNetworks.add(network(), wait * 1000);
      }
      throw error;
    } finally {
      if (ctx.state.identity?.kind === 'key' && validKeys.remainingMs(presented) < RENEW_BELOW_MS)
        validKeys.add(presented, VALID_KEY_MS);
    }
  };
}
