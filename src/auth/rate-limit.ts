import type { Context, Next } from 'koa';
import { sessionIdHash } from './session-store.js';
import type { Config } from '../core/config.js';
import type { Orm } from '../db/orm.js';
import { RequestLeases, WINDOW } from './request-leases.js';
import { rateLimitHeaders, rateLimitError, type RateLimitPolicy } from './rate-limit-error.js';

/** What is limited by itself, and must stay possible for whoever is over this limit: signing out. */
const SIGN_IN = /^\/api(\/v1)?\/(session|accounts|account\/password(-link)?)\/?$/i;

/**
 * Limits the requests of each key and each session, and tells with every answer how many are left.
 * Requests without either are not counted: they reach no data.
 * @throws {ServiceError} `rate_limited`
 */
export function limitRequests(services: { config: Config; orm: Orm }) {
  const { REQUESTS_PER_MINUTE: quota } = services.config;
  const policy: RateLimitPolicy = { name: 'minute', quota, seconds: WINDOW };
  const leases = new RequestLeases(services.orm, quota);
  return async (ctx: Context, next: Next): Promise<void> => {
    const { identity } = ctx.state;
    if (quota === 0 || !identity || (identity.kind === 'session' && SIGN_IN.test(ctx.path))) return next();
    const caller = identity.keyId ?? sessionIdHash(ctx) ?? identity.accountId;
    const { allowed, remaining, wait } = await leases.take(identity.accountId, caller);
    if (!allowed) throw rateLimitError(policy, wait, `There may be ${quota} requests a minute; wait before the next.`);
    ctx.set(rateLimitHeaders(policy, remaining, wait));
    return next();
  };
}
