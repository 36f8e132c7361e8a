import helmet from 'koa-helmet';
import type { Context, Middleware } from 'koa';
import { isHttps, type Config } from '../core/config.js';

const POLICY = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
};

/** What these pages never ask a browser for; copying to the clipboard and the full screen are left to them. */
const FEATURES = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb', 'serial']
  .map((name) => `${name}=()`)
  .join(', ');

/**
 * The content security policy of every page, with what it needs besides: `pageCsp({ 'style-src': ["'nonce-…'"] })`.
 */
export function contentSecurityPolicy(besides: Record<string, readonly string[]> = {}): string {
  const directives: Record<string, readonly string[]> = { ...POLICY };
  for (const [name, sources] of Object.entries(besides)) directives[name] = [...(directives[name] ?? []), ...sources];
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

const OFF = {
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  strictTransportSecurity: false,
  xContentTypeOptions: false,
  // For browsers and players that are gone, or what others do by themselves.
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/** What is only for a page that is shown. */
const OF_PAGES = Object.fromEntries([
  ['Permissions-Policy', FEATURES],
  ...headersSetBy(
    helmet({
      ...OFF,
      crossOriginOpenerPolicy: true,
      originAgentCluster: true,
      // With `no-referrer` a form of these pages would be sent with `Origin: null`.
      referrerPolicy: { policy: 'same-origin' },
    }),
  ),
]) as Record<string, string>;

/** Where programs ask. What they are answered is shown by no browser: should one be made to, it may do nothing. */
const OF_PROGRAMS = /^\/(?:api|graphql)(?:\/|$)/i;
const OF_DATA = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Makes the answer that of a page, at whatever path it stands.
 * @param besides see `pageCsp`
 */
export function setPageHeaders(ctx: Context, besides?: Record<string, readonly string[]>): void {
  ctx.set(OF_PAGES);
  ctx.set('Content-Security-Policy', contentSecurityPolicy(besides));
}

/**
 * Headers that keep a browser from doing more than these pages need. What stands at a path of programs bears few, as they
 * read all of them with each answer, unless it is a page: see `asPage`.
 */
export function securityHeaders(config: Pick<Config, 'PUBLIC_URL'>): Middleware {
  const always = headersSetBy(
    helmet({
      ...OFF,
      crossOriginResourcePolicy: true,
      // Over plain http it would be ignored, and on a name that serves other things by http too it would cut them off.
      strictTransportSecurity: isHttps(config) && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false },
      xContentTypeOptions: true,
      xFrameOptions: { action: 'deny' },
    }),
  );
  const ofData = [['Content-Security-Policy', OF_DATA] as const, ...always];
  const ofOthers = [
    ['Content-Security-Policy', contentSecurityPolicy()] as const,
    ...Object.entries(OF_PAGES),
    ...always,
  ];
  return (ctx, next) => {
    for (const [name, value] of OF_PROGRAMS.test(ctx.path) ? ofData : ofOthers) ctx.res.setHeader(name, value);
    return next();
  };
}

/** What a middleware sets that sets the same on every answer. */
function headersSetBy(middleware: Middleware): [name: string, value: string][] {
  const found: [string, string][] = [];
  const setHeader = (name: string, value: string) => void found.push([name, value]);
  const answer = { req: {}, res: { setHeader, removeHeader: () => undefined } };
  void middleware(answer as never, async () => undefined);
  return found;
}
