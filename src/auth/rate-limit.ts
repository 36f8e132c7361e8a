import type { Context, Next } from 'koa';
import { sessionIdHash } from './session-store.js';
import type { Config } from '../core/config.js';
import type { Orm } from '../db/orm.js';
import { RequestLeases, WINDOW_SECONDS } from './request-leases.js';
import { rateLimitHeaders, rateLimitError, type RateLimitPolicy } from './rate-limit-error.js';

/**
 * Paths of sessions, registration and passwords. Requests of a session to these paths are not counted: signing in,
 * registration and passwords have their own limits, and signing out must stay possible when the limit of requests is
 * exceeded.
 */
const UNLIMITED_PATHS = /^\/api(\/v1)?\/(session|accounts|account\/password(-link)?)\/?$/i;

/**
 * Limits the requests of each key and each session, and adds `RateLimit` headers to the responses of counted requests.
 * Unauthenticated requests are not counted, because they cannot access data.
 * @throws {ServiceError} `rate_limited`
 */
export function limitRequests(services: { config: Config; orm: Orm }) {
  const { REQUESTS_PER_MINUTE: quota } = services.config;
  const policy: RateLimitPolicy = { name: 'minute', quota, seconds: WINDOW_SECONDS };
  const leases = new RequestLeases(services.orm, quota);
  return async (ctx: Context, next: Next): Promise<void> => {
    const { identity } = ctx.state;
    if (quota === 0 || !identity || (identity.kind === 'session' && UNLIMITED_PATHS.test(ctx.path))) return next();
    const caller = identity.keyId ?? sessionIdHash(ctx) ?? identity.accountId;
    const { allowed, remaining, wait } = await leases.take(identity.accountId, caller);
    if (!allowed) throw rateLimitError(policy, wait, `The limit is ${quota} requests per minute; try again later.`);
    ctx.set(rateLimitHeaders(policy, remaining, wait));
    return next();
  };
}
