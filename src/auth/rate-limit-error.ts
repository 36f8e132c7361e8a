import { ServiceError } from '../core/errors.js';

/** A limit as clients are told of it. */
export interface RateLimitPolicy {
  name: string;
  /** How many there may be in the window. */
  quota: number;
  /** The window's length. */
  seconds: number;
}

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10, 3 and 4).
 * @param remaining how many more there may be now
 * @param wait seconds until there may be `quota` again
 */
export function rateLimitHeaders(
  { name, quota, seconds }: RateLimitPolicy,
  remaining: number,
  wait: number,
): Record<string, string> {
  return {
    'RateLimit-Policy': `"${name}";q=${quota};w=${seconds}`,
    RateLimit: `"${name}";r=${remaining};t=${Math.max(0, Math.ceil(Math.min(wait, seconds)))}`,
  };
}

/**
 * What whoever exceeds a limit is answered, with `Retry-After`.
 * @param wait seconds until the next try makes sense
 */
export function rateLimitError(policy: RateLimitPolicy, wait: number, message: string): ServiceError {
  const seconds = Math.max(1, Math.ceil(Math.min(wait, policy.seconds)));
  return new ServiceError('rate_limited', message, {
    headers: { 'Retry-After': String(seconds), ...rateLimitHeaders(policy, 0, seconds) },
  });
}
