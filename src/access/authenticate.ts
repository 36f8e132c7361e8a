import type { Context, Next } from 'koa';
import { accountOf } from '../accounts/session-store.js';
import type { Services } from '../context.js';
import { ServiceError } from '../errors.js';
import type { Identity } from './identity.js';
import { EVERYTHING } from './permissions.js';

declare module 'koa' {
  interface DefaultState {
    /** Who asks; null where nobody is signed in. */
    identity?: Identity | null;
  }
}

/**
 * Finds out who asks, once for REST and GraphQL alike, as `ctx.state.identity`. A key decides, also where a session
 * cookie comes along: whoever names a key must not get by on another's sign-in.
 */
export function authenticate(services: Services) {
  return async (ctx: Context, next: Next): Promise<void> => {
    ctx.state.identity = bearsKey(ctx) ? await byKey(services, ctx) : bySession(ctx);
    await next();
  };
}

/** `Basic` is no key: it belongs to a proxy that asks for a password before anything gets here. */
export function bearsKey(ctx: Context): boolean {
  const header = ctx.get('Authorization').trim();
  return header !== '' && !/^basic\b/i.test(header);
}

/** @throws {ServiceError} `invalid_key`: no key has been given out yet, so that none can be right */
async function byKey(_services: Services, _ctx: Context): Promise<Identity> {
  throw new ServiceError('invalid_key', 'The API key is not known.', {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });
}

function bySession(ctx: Context): Identity | null {
  const accountId = accountOf(ctx);
  return accountId === null ? null : { kind: 'session', accountId, permissions: EVERYTHING };
}
