import { AsyncLocalStorage } from 'node:async_hooks';
import type { Middleware } from 'koa';

/** The current limit in milliseconds; 0 means no limit. */
const timeouts = new AsyncLocalStorage<number>();

/** Milliseconds that a statement may take in the current context; 0 means no limit. */
export const statementTimeout = (): number => timeouts.getStore() ?? 0;

/** Limits each statement of a request. Jobs, commands and most of the service's own statements have no limit. */
export function limitStatements(seconds: number): Middleware {
  return (_, next) => timeouts.run(seconds * 1000, next);
}

/** Limits each statement of `work`. A shorter limit of the caller still applies. */
export function withLimit<Result>(seconds: number, work: () => Result): Result {
  return timeouts.run(Math.min(seconds * 1000, statementTimeout() || Infinity), work);
}

/** Removes the limit, for work that takes longer for larger accounts and is limited by other means. */
export function withoutLimit<Result>(work: () => Result): Result {
  return timeouts.run(0, work);
}
