import type { Context, Next } from 'koa';
import type { Config } from '../core/config.js';
import { ServiceError } from '../core/errors.js';
import { hasKey } from './bearer.js';
import { hasSessionCookie } from './session-cookie.js';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** What makes a session or a password: another site must not sign anyone in to an account of its choice either. */
const ENTRANCES = /^\/api(\/v1)?\/(session|accounts|account\/password-link)\/?$/i;

/**
 * Refuses what another site's page makes a browser send with the session. A request with a key passes: a browser adds
 * no key by itself.
 * @throws {ServiceError} `cross_origin`
 */
export function refuseOtherSites(config: Pick<Config, 'PUBLIC_URL'>) {
  return (ctx: Context, next: Next): Promise<void> => {
    const guarded =
      !SAFE.has(ctx.method) && !hasKey(ctx) && (hasSessionCookie(ctx, config) || ENTRANCES.test(ctx.path));
    if (guarded && isForeign(ctx, config)) {
      throw new ServiceError(
        'cross_origin',
        `A page of another site may not do this with a session. People use this service at ${ownOrigin(ctx, config)}.`,
      );
    }
    return next();
  };
}

/** Browsers send both headers; a program that sends neither acts for itself. */
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
