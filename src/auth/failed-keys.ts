import type { Context, Next } from 'koa';
import type { Config } from '../core/config.js';
import type { Orm } from '../db/orm.js';
import { ServiceError } from '../core/errors.js';
import { countByNetwork } from './address-limit.js';
import { bearerHashOf, hasKey } from './bearer.js';
import { clientNetwork } from './client-address.js';
import { rateLimitError, type RateLimitPolicy } from './rate-limit-error.js';
import { ExpiringSet } from './expiring-set.js';

const HOUR = 3_600_000;
/** What is remembered for longer than this need not be remembered anew. */
const SOON = HOUR - 60_000;

/**
 * Limits how many keys that do not exist a network may present in a minute; beyond it no key of its is looked up, but
 * for those that this process has found good within the hour: someone else's mistakes behind the same address lock no
 * program out.
 *
 * Failures are counted in the database as they happen, so that a request with a good key costs nothing. A process
 * learns with its next failure that others have reached the limit: it is passed by at most one a process, and by
 * what is on its way at once. No guess at 256 random bits is made likelier by that.
 * @throws {ServiceError} `rate_limited`
 */
export function limitFailedKeys(services: { config: Config; orm: Orm }) {
  const { FAILED_KEYS_PER_MINUTE: quota } = services.config;
  const policy: RateLimitPolicy = { name: 'failed-keys', quota, seconds: 60 };
  const barred = new ExpiringSet();
  const good = new ExpiringSet();
  return async (ctx: Context, next: Next): Promise<void> => {
    if (quota === 0 || !hasKey(ctx)) return next();
    const network = () => clientNetwork(ctx.req, services.config);
    const presented = bearerHashOf(ctx);
    const wait = barred.isEmpty ? 0 : barred.remainingMs(network()) / 1000;
    if (wait > 0 && good.remainingMs(presented) === 0) {
      throw rateLimitError(policy, wait, 'Too many keys from this address were unknown; wait before the next.');
    }
    try {
      await next();
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'invalid_key') {
        const { count, wait } = await countByNetwork(services, policy, network());
        if (count >= quota) barred.add(network(), wait * 1000);
      }
      throw error;
    } finally {
      if (ctx.state.identity?.kind === 'key' && good.remainingMs(presented) < SOON) good.add(presented, HOUR);
    }
  };
}
