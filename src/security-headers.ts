import helmet from 'koa-helmet';
import type { Middleware } from 'koa';
import { isHttps } from './access/session-cookie.js';
import type { Config } from './config.js';

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
 * The content security policy of every answer, with what a page needs besides: `pageCsp({ 'style-src': ["'nonce-…'"] })`.
 * A page sets it as its own `Content-Security-Policy`, in place of the one that stands already.
 */
export function pageCsp(besides: Record<string, readonly string[]> = {}): string {
  const directives: Record<string, readonly string[]> = { ...POLICY };
  for (const [name, sources] of Object.entries(besides)) directives[name] = [...(directives[name] ?? []), ...sources];
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Headers that keep a browser from doing more than these pages need. */
export function securityHeaders(config: Pick<Config, 'PUBLIC_URL'>): Middleware {
  const others = helmet({
    contentSecurityPolicy: false,
    // Over plain http it would be ignored, and on a name that serves other things by http too it would cut them off.
    strictTransportSecurity: isHttps(config) && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false },
    // With `no-referrer` a form of these pages would be sent with `Origin: null`.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // For browsers and players that are gone, or what others do by themselves: bytes of every answer.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  const headers = [
    ['Content-Security-Policy', pageCsp()],
    ['Permissions-Policy', FEATURES],
    ...headersSetBy(others),
  ] as const;
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
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
