import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { isAccountGone } from '../db/open-account.js';
import { ServiceError, unauthenticated, unavailable } from '../core/errors.js';
import { isCancelled, isDeadlock, isDiskFull, isUnreachable } from '../db/database-errors.js';

/** The form of the responses that report errors. */
interface ErrorFormat {
  type: string;
  bodyOf: (problem: ServiceError, requestId: string | undefined) => Record<string, unknown>;
}

const PROBLEM_JSON: ErrorFormat = {
  type: 'application/problem+json',
  // Operators find the log line of the error by the id of the request.
  bodyOf: (problem, requestId) => ({
    ...problem.toProblem(),
    ...(problem.status >= 500 && { request_id: requestId }),
  }),
};

/** Converts errors to responses. Unexpected errors get a generic message. */
export function problems(log: Logger, { type, bodyOf } = PROBLEM_JSON) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const problem = toServiceError(error);
      const { requestId } = ctx.state;
      logFault(error, problem, log, requestId);
      ctx.status = problem.status;
      ctx.set(problem.details.headers ?? {});
      ctx.set('Cache-Control', 'no-store');
      ctx.type = type;
      ctx.body = JSON.stringify(bodyOf(problem, requestId));
    }
  };
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
    return unavailable('The database took too long; request less data or try again later.', 5);
  }
  if (isDiskFull(error)) return unavailable('The disk of the database is full; nothing was written.', 60);
  if (isDeadlock(error)) {
    return unavailable('Another request changed the same rows at the same time; nothing was written.', 1);
  }
  if (isUnreachable(error)) return unavailable('The database does not respond; try again later.', 5);
  return new ServiceError('internal', 'An internal error occurred.');
}
