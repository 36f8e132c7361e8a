import type { Context, Next } from 'koa';
import { hasKey } from './bearer.js';
import { clientNetwork } from './client-address.js';
import { identifyKey, type KeyServices } from './identify-key.js';
import type { Identity } from './identity.js';
import { FULL_ACCESS } from './permissions.js';
import { sessionAccountId, sessionRevision } from './session-store.js';

declare module 'koa' {
  interface DefaultState {
    /** Who asks; null where nobody is signed in. */
    identity?: Identity | null;
  }
}

/**
 * Finds out who asks, once for REST and GraphQL alike, as `ctx.state.identity`. A key decides, also where a session
 * cookie comes along: whoever names a key must not get by on another's sign-in.
 * @throws {ServiceError} where the key does not do
 */
export function authenticate(services: KeyServices) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const identity = hasKey(ctx) ? await identifyKey(services, ctx) : bySession(ctx);
    const network = () => clientNetwork(ctx.req, services.config);
    if (identity) identity.network = network;
    ctx.state.identity = identity;
    await next();
  };
}

/** In which a page of the web interface says of which account it is. */
const PAGE_OF = 'Queenbook-Account';

function bySession(ctx: Context): Identity | null {
  const accountId = sessionAccountId(ctx);
  const pageOf = ctx.get(PAGE_OF);
  // Another account has signed in in another tab meanwhile: what was entered for one must not go to the other.
  const isAnothers = pageOf !== '' && pageOf !== accountId;
  return accountId === null || isAnothers
    ? null
    : { kind: 'session', accountId, permissions: FULL_ACCESS, revision: sessionRevision(ctx) };
}
