const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  // SQLSTATEs if the server is shutting down, has crashed, or is starting up.
  '57P01',
  '57P02',
  '57P03',
  // SQLSTATE if a transaction was idle for too long.
  '25P03',
  // SQLSTATEs if there are too many connections, or a connection could not be opened or was lost.
  '53300',
  '08001',
  '08003',
  '08006',
]);

/** Whether the database is currently unreachable. False if the database rejected the statement. */
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

/** Whether an immediate retry would probably wait as long as the first attempt, and fail again. */
export const isOverloaded = (error: unknown): boolean => isUnreachable(error) || isCancelled(error);

/** SQLSTATE of a full disk. */
const DISK_FULL = '53100';

export const isDiskFull = (error: unknown): boolean => (error as { code?: string } | null)?.code === DISK_FULL;

/** SQLSTATE of the error with which PostgreSQL aborts a transaction to resolve a deadlock. */
const DEADLOCK = '40P01';

export const isDeadlock = (error: unknown): boolean => (error as { code?: string } | null)?.code === DEADLOCK;

/**
 * Whether a retry can succeed soon. Only background work uses this check: no client waits for background work, so it
 * can be repeated later.
 */
export const isTransient = (error: unknown): boolean => isUnreachable(error) || isDeadlock(error);

const MAX_ATTEMPTS = 3;

/**
 * Repeats a transaction that was aborted to resolve a deadlock. A retry usually succeeds, because the other transaction
 * of the deadlock ends soon.
 */
export async function retryOnDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
