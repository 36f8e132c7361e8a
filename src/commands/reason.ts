import { ConfigError } from '../config.js';
import { DataDirLocked } from '../data-dir-lock.js';
import { ServiceError } from '../errors.js';
import { UsageError } from './command.js';

/** A command could not do what it was asked to; the message says why, and what to do about it. */
export class Refusal extends Error {}

/** One line that says what went wrong; the stack only where the fault is ours. */
export function reason(error: unknown): string {
  if (error instanceof DataDirLocked) return `${error.message}. Stop the service first, then start it again.`;
  if ([ConfigError, UsageError, ServiceError, Refusal].some((known) => error instanceof known)) {
    return (error as Error).message;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (code || error instanceof AggregateError) {
    return `The database cannot be used (${[code, message].filter(Boolean).join(': ')})`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
