import type { Context } from 'koa';
import { isHttps, type Config } from '../core/config.js';

/** The `__Host-` prefix makes the browser refuse the cookie from a subdomain, from http or for another path. */
export function sessionCookie(config: Pick<Config, 'PUBLIC_URL'>): string {
  return isHttps(config) ? '__Host-queenbook' : 'queenbook';
}

/** Whether the request carries a session cookie, valid or not. */
export function hasSessionCookie(ctx: Context, config: Pick<Config, 'PUBLIC_URL'>): boolean {
  return ctx.cookies.get(sessionCookie(config), { signed: false }) !== undefined;
}
