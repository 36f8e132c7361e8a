import type { Context, Next } from 'koa';
import type { Config } from '../core/config.js';
import { ServiceError } from '../core/errors.js';
import { hasKey } from './bearer.js';
import { hasSessionCookie } from './session-cookie.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/**
 * Paths that create a session or a password. The origin of these requests is checked even without a session cookie,
 * because another site must not sign a user in to an account that the site chooses.
 */
const SIGN_IN_PATHS = /^\/api(\/v1)?\/(session|accounts|account\/password-link)\/?$/i;

/**
 * Rejects requests from pages of other sites that have the session cookie or sign in. Requests with an API key are
 * allowed: a browser never adds a key by itself.
 * @throws {ServiceError} `cross_origin`
 */
export function refuseOtherSites(config: Pick<Config, 'PUBLIC_URL'>) {
  return (ctx: Context, next: Next): Promise<void> => {
    const guarded =
      !SAFE_METHODS.has(ctx.method) && !hasKey(ctx) && (hasSessionCookie(ctx, config) || SIGN_IN_PATHS.test(ctx.path));
    if (guarded && isForeign(ctx, config)) {
      throw new ServiceError(
        'cross_origin',
        `Requests that use or create a session must come from ${ownOrigin(ctx, config)}.`,
      );
    }
    return next();
  };
}

/** Browsers send at least one of these headers. A client that sends neither header is not a browser. */
function isForeign(ctx: Context, config: Pick<Config, 'PUBLIC_URL'>): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '' && site !== 'same-origin' && site !== 'none') return true;
  const origin = ctx.get('Origin');
  return origin !== '' && origin !== ownOrigin(ctx, config);
}

function ownOrigin(ctx: Context, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  const url = PUBLIC_URL ?? `${ctx.protocol}://${ctx.get('Host')}`;
  return URL.canParse(url) ? new URL(url).origin : 'an unknown address';
}
