import type { Context, Next } from 'koa';
import { hasKey } from './bearer.js';
import { clientNetwork } from './client-address.js';
import { identifyKey, type KeyServices } from './identify-key.js';
import type { Identity } from './identity.js';
import { FULL_ACCESS } from './permissions.js';
import { sessionAccountId, sessionRevision } from './session-store.js';

declare module 'koa' {
  interface DefaultState {
    /** The caller; null if no one is signed in. */
    identity?: Identity | null;
  }
}

/**
 * Identifies the caller for REST and GraphQL, as `ctx.state.identity`. An API key takes precedence over a session
 * cookie: a request with an invalid key must not succeed because of the cookie.
 * @throws {ServiceError} if the API key is invalid
 */
export function authenticate(services: KeyServices) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const identity = hasKey(ctx) ? await identifyKey(services, ctx) : identifySession(ctx);
    const network = () => clientNetwork(ctx.req, services.config);
    if (identity) identity.network = network;
    ctx.state.identity = identity;
    await next();
  };
}

/** The header in which the web interface sends the account that a page was opened for. */
const ACCOUNT_HEADER = 'Queenbook-Account';

function identifySession(ctx: Context): Identity | null {
  const accountId = sessionAccountId(ctx);
  const pageOf = ctx.get(ACCOUNT_HEADER);
  // If another account has signed in in another tab, data entered for the first account must not be written to the
  // second.
  const isOtherAccount = pageOf !== '' && pageOf !== accountId;
  return accountId === null || isOtherAccount
    ? null
    : { kind: 'session', accountId, permissions: FULL_ACCESS, revision: sessionRevision(ctx) };
}
