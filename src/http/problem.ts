import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { isAccountGone } from '../db/open-account.js';
import { ServiceError, unauthenticated } from '../core/errors.js';
import { isCancelled, isDeadlock, isDiskFull, isUnreachable } from '../db/database-errors.js';

/** Converts errors to `application/problem+json`. Unexpected errors get a generic message. */
export function problems(log: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      sendProblem(ctx, error, log);
    }
  };
}

export function sendProblem(ctx: Context, error: unknown, log: Logger): void {
  const problem = toServiceError(error);
  const request = ctx.state.requestId;
  logFault(error, problem, log, request);
  ctx.status = problem.status;
  ctx.set(problem.details.headers ?? {});
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'application/problem+json';
  // Operators find the log line of the error by this id.
  ctx.body = JSON.stringify({ ...problem.toProblem(), ...(problem.status >= 500 && { request_id: request }) });
}

/** Logs errors that are not service errors and are reported with a status of 500 or above. */
export function logFault(error: unknown, problem: ServiceError, log: Logger, request: string | undefined): void {
  if (problem === error || problem.status < 500) return;
  log.error({ request, err: error }, problem.code === 'unavailable' ? 'the database failed' : 'unexpected error');
}

/**
 * Converts an error to a service error. A deleted account gives `unauthenticated`, and an error after which a retry can
 * succeed gives `unavailable`. All other errors give `internal`.
 */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isAccountGone(error)) return unauthenticated();
  if (isCancelled(error)) {
    return new ServiceError('unavailable', 'The database took too long; request less data or try again later.', {
      headers: { 'Retry-After': '5' },
    });
  }
  if (isDiskFull(error)) {
    return new ServiceError('unavailable', 'The disk of the database is full; nothing was written.', {
      headers: { 'Retry-After': '60' },
    });
  }
  if (isDeadlock(error)) {
    return new ServiceError(
      'unavailable',
      'Another request changed the same rows at the same time; nothing was written.',
      {
        headers: { 'Retry-After': '1' },
      },
    );
  }
  if (isUnreachable(error)) {
    return new ServiceError('unavailable', 'The database does not respond; try again later.', {
      headers: { 'Retry-After': '5' },
    });
  }
  return new ServiceError('internal', 'An internal error occurred.');
}
