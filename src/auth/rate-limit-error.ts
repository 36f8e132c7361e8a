import { ServiceError } from '../core/errors.js';

/** A rate limit, for the response headers. */
export interface RateLimitPolicy {
  name: string;
  /** Requests per window. */
  quota: number;
  /** Length of the window. */
  seconds: number;
}

/**
 * The headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10, sections 3 and 4).
 * @param remaining number of requests left in this window
 * @param wait seconds until the window ends
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
 * The error for an exceeded rate limit, with `Retry-After`.
 * @param wait seconds until a retry can succeed
 */
export function rateLimitError(policy: RateLimitPolicy, wait: number, message: string): ServiceError {
  const seconds = Math.max(1, Math.ceil(Math.min(wait, policy.seconds)));
  return new ServiceError('rate_limited', message, {
    headers: { 'Retry-After': String(seconds), ...rateLimitHeaders(policy, 0, seconds) },
  });
}
