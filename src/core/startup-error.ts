/** A startup failure caused by the environment. The message is one line, shown without a stack trace. */
export class StartupError extends Error {}

/** Prints the error and exits with code 1. Only unexpected errors show a stack trace. */
export function exitWithStartupError(error: unknown): never {
  exitWithError(`Queenbook cannot start: ${reason(error)}`);
}

/** Prints the error of a shutdown with its stack trace, and exits with code 1. */
export function exitWithShutdownError(error: unknown): never {
  exitWithError(`Queenbook stopped with an error: ${stackOf(error)}`);
}

function exitWithError(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function reason(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (process.env.DATABASE_URL && (code || error instanceof AggregateError)) {
    return `the database of DATABASE_URL cannot be used (${code ?? 'no connection'}${message ? `: ${message}` : ''})`;
  }
  return stackOf(error);
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
