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
    ctx.state.identity = ctx.state.caller = identity;
    await next();
  };
}

/** The web interface sends the account of the open page in this header. */
const ACCOUNT_HEADER = 'Queenbook-Account';

function identifySession(ctx: Context): Identity | null {
  const accountId = sessionAccountId(ctx);
  const pageAccountId = ctx.get(ACCOUNT_HEADER);
  // Another tab may have switched to another account. Data that was entered for the first account must not be written
  // to the second one.
  const isOtherAccount = pageAccountId !== '' && pageAccountId !== accountId;
  return accountId === null || isOtherAccount
    ? null
    : { kind: 'session', accountId, permissions: FULL_ACCESS, revision: sessionRevision(ctx) };
}
