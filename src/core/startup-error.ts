/** A startup failure caused by the environment. The message is one line, shown without a stack trace. */
export class StartupError extends Error {}

/** Prints the error and exits with code 1. Only unexpected errors show a stack trace. */
export function exitWithStartupError(error: unknown): never {
  process.stderr.write(`Queenbook cannot start: ${reason(error)}\n`);
  process.exit(1);
}

function reason(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (process.env.DATABASE_URL && (code || error instanceof AggregateError)) {
    return `the database of DATABASE_URL cannot be used (${code ?? 'no connection'}${message ? `: ${message}` : ''})`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
