/** What stands in the way of a start, and is nobody's fault but the environment's: its message is one line that says so. */
export class StartupError extends Error {}

/** Ends the process with one line that says what is wrong; with a stack only where the fault is ours. */
export function exitWithStartupError(error: unknown): never {
  process.stderr.write(`Queenbook cannot start: ${reason(error)}\n`);
  process.exit(1);
}

function reason(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (process.env.DATABASE_URL && (code || error instanceof AggregateError)) {
    return `the database of DATABASE_URL cannot be reached (${code ?? 'no connection'}${message ? `: ${message}` : ''})`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
