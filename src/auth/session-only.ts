import type { Context } from 'koa';
import { ServiceError, unauthenticated } from '../core/errors.js';
import type { Identity } from './identity.js';

/**
 * Requires a session.
 * @throws {ServiceError} `unauthenticated` if no one is signed in, `session_required` for an API key
 */
export function requireSession(ctx: Context): Identity {
  return requireSessionIdentity(ctx.state.identity);
}

/**
 * Like `requireSession`, but takes the identity instead of the context.
 * @throws {ServiceError} like `requireSession`
 */
export function requireSessionIdentity(identity: Identity | null | undefined): Identity {
  if (!identity) throw unauthenticated();
  if (identity.kind !== 'session') throw sessionRequired();
  return identity;
}

/** Rejects API keys, for operations that create or end sessions. @throws {ServiceError} `session_required` */
export function refuseKey(ctx: Context): void {
  if (ctx.state.identity?.kind === 'key') throw sessionRequired();
}

function sessionRequired(): ServiceError {
  return new ServiceError('session_required', 'This operation requires a session; API keys are rejected.');
}
