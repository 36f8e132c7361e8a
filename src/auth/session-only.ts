import type { Context } from 'koa';
import { ServiceError, unauthenticated } from '../core/errors.js';
import type { Identity } from './identity.js';

/**
 * For what a key may never do.
 * @throws {ServiceError} `unauthenticated` where nobody is signed in, `session_required` where a key is shown
 */
export function requireSession(ctx: Context): Identity {
  return requireSessionIdentity(ctx.state.identity);
}

/** The same of an identity. @throws {ServiceError} as `demandSession` */
export function requireSessionIdentity(identity: Identity | null | undefined): Identity {
  if (!identity) throw unauthenticated();
  if (identity.kind !== 'session') throw sessionRequired();
  return identity;
}

/** For what makes or ends a session. @throws {ServiceError} `session_required` where a key is shown */
export function refuseKey(ctx: Context): void {
  if (ctx.state.identity?.kind === 'key') throw sessionRequired();
}

function sessionRequired(): ServiceError {
  return new ServiceError('session_required', 'This needs a session; a key does not do.');
}
