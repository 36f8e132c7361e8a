import type { Context } from 'koa';
import { ServiceError, unauthenticated } from '../errors.js';
import type { Identity } from './identity.js';

/**
 * For what a key may never do.
 * @throws {ServiceError} `unauthenticated` where nobody is signed in, `session_required` where a key is shown
 */
export function demandSession(ctx: Context): Identity {
  const { identity } = ctx.state;
  if (!identity) throw unauthenticated();
  if (identity.kind !== 'session')
    throw new ServiceError('session_required', 'This needs a session; a key does not do.');
  return identity;
}
