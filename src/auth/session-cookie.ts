import type { Context } from 'koa';
import { isHttps, type Config } from '../core/config.js';

/**
 * The name of the session cookie. With https, the name has the prefix `__Host-`, so the browser accepts the cookie only
 * over https, only from this host itself and only for the path `/`.
 */
export function sessionCookie(config: Pick<Config, 'PUBLIC_URL'>): string {
  return isHttps(config) ? '__Host-queenbook' : 'queenbook';
}

/** Whether the request carries a session cookie, valid or not. */
export function hasSessionCookie(ctx: Context, config: Pick<Config, 'PUBLIC_URL'>): boolean {
  return ctx.cookies.get(sessionCookie(config), { signed: false }) !== undefined;
}
