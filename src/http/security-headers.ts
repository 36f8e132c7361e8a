import type { Context, Middleware } from 'koa';
import { isHttps, type Config } from '../core/config.js';

const PAGE_CSP = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
};

/** Browser features that the pages never use; clipboard and full screen stay enabled. */
const PERMISSIONS_POLICY = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb', 'serial']
  .map((name) => `${name}=()`)
  .join(', ');

/** The content security policy of pages, with additional sources, for example `{ 'style-src': ["'nonce-…'"] }`. */
export function contentSecurityPolicy(additional: Record<string, readonly string[]> = {}): string {
  const directives: Record<string, readonly string[]> = { ...PAGE_CSP };
  for (const [name, sources] of Object.entries(additional))
    directives[name] = [...(directives[name] ?? []), ...sources];
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/**
 * Headers of HTML pages. All responses outside the API paths have these headers; at API paths, only pages have them.
 */
const PAGE_HEADERS = {
  'Permissions-Policy': PERMISSIONS_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  // With `no-referrer`, forms would be sent with `Origin: null`.
  'Referrer-Policy': 'same-origin',
};

/** API responses are not meant to be rendered. If a browser renders an API response, the policy forbids all actions. */
const API_PATHS = /^\/(?:api|graphql)(?:\/|$)/i;
const API_CSP = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Sets the headers of an HTML page.
 * @param additional see `contentSecurityPolicy`
 */
export function setPageHeaders(ctx: Context, additional?: Record<string, readonly string[]>): void {
  ctx.set(PAGE_HEADERS);
  ctx.set('Content-Security-Policy', contentSecurityPolicy(additional));
}

/**
 * Sets security headers. API responses get only a few headers. Pages extend the content security policy with
 * `setPageHeaders`.
 */
export function securityHeaders(config: Pick<Config, 'PUBLIC_URL'>): Middleware {
  const always = {
    'Cross-Origin-Resource-Policy': 'same-origin',
    // After this header, browsers use https for all sites of the host.
    ...(isHttps(config) && { 'Strict-Transport-Security': `max-age=${365 * 24 * 60 * 60}` }),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
  const apiHeaders = { 'Content-Security-Policy': API_CSP, ...always };
  const pageHeaders = { 'Content-Security-Policy': contentSecurityPolicy(), ...PAGE_HEADERS, ...always };
  return (ctx, next) => {
    ctx.set(API_PATHS.test(ctx.path) ? apiHeaders : pageHeaders);
    return next();
  };
}
