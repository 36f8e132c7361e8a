import helmet from 'koa-helmet';
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

const HELMET_DISABLED = {
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  strictTransportSecurity: false,
  xContentTypeOptions: false,
  // The following headers are obsolete or repeat defaults of current browsers. They are not sent, except
  // `X-Frame-Options` (see `securityHeaders`).
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/**
 * Headers of HTML pages. All responses outside the API paths have these headers; at API paths, only pages have them.
 */
const PAGE_HEADERS = Object.fromEntries([
  ['Permissions-Policy', PERMISSIONS_POLICY],
  ...headersSetBy(
    helmet({
      ...HELMET_DISABLED,
      crossOriginOpenerPolicy: true,
      originAgentCluster: true,
      // With `no-referrer`, forms would be sent with `Origin: null`.
      referrerPolicy: { policy: 'same-origin' },
    }),
  ),
]) as Record<string, string>;

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
  const always = headersSetBy(
    helmet({
      ...HELMET_DISABLED,
      crossOriginResourcePolicy: true,
      // This header is sent only if PUBLIC_URL has https. After this header, browsers use https for all sites of the
      // host.
      strictTransportSecurity: isHttps(config) && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false },
      xContentTypeOptions: true,
      xFrameOptions: { action: 'deny' },
    }),
  );
  const apiHeaders = [['Content-Security-Policy', API_CSP] as const, ...always];
  const pageHeaders = [
    ['Content-Security-Policy', contentSecurityPolicy()] as const,
    ...Object.entries(PAGE_HEADERS),
    ...always,
  ];
  return (ctx, next) => {
    for (const [name, value] of API_PATHS.test(ctx.path) ? apiHeaders : pageHeaders) ctx.res.setHeader(name, value);
    return next();
  };
}

/** The headers that a middleware sets. The middleware must set the same headers on every response. */
function headersSetBy(middleware: Middleware): [name: string, value: string][] {
  const found: [string, string][] = [];
  const setHeader = (name: string, value: string) => void found.push([name, value]);
  const context = { req: {}, res: { setHeader, removeHeader: () => undefined } };
  // The context contains only the members that the middleware uses.
  void middleware(context as never, async () => undefined);
  return found;
}
