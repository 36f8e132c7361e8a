const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  // SQLSTATE: shut down, crashed, starting up, too many connections, connection lost.
  '57P01',
  '57P02',
  '57P03',
  // Idle in transaction for too long.
  '25P03',
  '53300',
  '08001',
  '08003',
  '08006',
]);

/** Whether the database is currently unreachable, as opposed to rejecting the statement. */
export function isUnreachable(error: unknown): boolean {
  const { code, message = '', name } = (error ?? {}) as { code?: string; message?: string; name?: string };
  return (
    (code !== undefined && UNREACHABLE_CODES.has(code)) ||
    name === 'ConnectionException' ||
    /connection terminated|is not queryable|query read timeout|timeout exceeded when trying to connect/i.test(message)
  );
}

/** SQLSTATE of a statement that exceeded its timeout; see `db/statement-timeout.ts`. */
const QUERY_CANCELED = '57014';

export const isCancelled = (error: unknown): boolean => (error as { code?: string } | null)?.code === QUERY_CANCELED;

/** Whether an immediate retry would most likely fail again, after as long a wait. */
export const isOverloaded = (error: unknown): boolean => isUnreachable(error) || isCancelled(error);

/** SQLSTATE of a full disk. */
const DISK_FULL = '53100';

export const isDiskFull = (error: unknown): boolean => (error as { code?: string } | null)?.code === DISK_FULL;

/** SQLSTATE of the transaction that PostgreSQL aborts to resolve a deadlock. */
const DEADLOCK = '40P01';

export const isDeadlock = (error: unknown): boolean => (error as { code?: string } | null)?.code === DEADLOCK;

/** Whether a retry can succeed soon. Used for background work, for which no client waits. */
export const isTransient = (error: unknown): boolean => isUnreachable(error) || isDeadlock(error);

const MAX_ATTEMPTS = 3;

/** Repeats a transaction that was aborted because of a deadlock: the other one ends soon. */
export async function retryOnDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || tries === MAX_ATTEMPTS) throw error;
    }
  }
}
