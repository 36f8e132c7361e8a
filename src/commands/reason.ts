import { StartupError } from '../core/startup-error.js';
import { ConfigError } from '../core/config.js';
import { DataDirLocked } from '../db/embedded/data-dir/take-lock.js';
import { ServiceError } from '../core/errors.js';
import { CommandError } from '../core/command-error.js';
import { UsageError } from './command.js';

/** The error as one line; an unexpected error with its stack. */
export function reason(error: unknown): string {
  if (error instanceof DataDirLocked)
    return `${error.message}. Stop the service first, run the command again, and then start the service.`;
  if ([StartupError, ConfigError, UsageError, ServiceError, CommandError].some((known) => error instanceof known)) {
    return (error as Error).message;
  }
  const { code, syscall, path, message } = error as NodeJS.ErrnoException;
  // File errors have a path; connection errors do not.
  if (syscall && path) return `${path} cannot be used (${message})`;
  if (code || error instanceof AggregateError) {
    return `The database cannot be used (${[code, message].filter(Boolean).join(': ')})`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
