const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  // SQLSTATE: shut down, crashed, starting up, too many connections, connection lost.
  '57P01',
  '57P02',
  '57P03',
  // Its transaction stood still for too long.
  '25P03',
  '53300',
  '08001',
  '08003',
  '08006',
]);

/** Whether an error means that the database does not answer now, rather than that it refused what was asked. */
export function isUnreachable(error: unknown): boolean {
  const { code, message = '', name } = (error ?? {}) as { code?: string; message?: string; name?: string };
  return (
    (code !== undefined && CODES.has(code)) ||
    name === 'ConnectionException' ||
    /connection terminated|is not queryable|query read timeout|timeout exceeded when trying to connect/i.test(message)
  );
}

/** SQLSTATE of a statement that took longer than it may; see `db/statement-timeout.ts`. */
const QUERY_CANCELED = '57014';

export const isCancelled = (error: unknown): boolean => (error as { code?: string } | null)?.code === QUERY_CANCELED;

/** Whether the same would most likely fail again if it were tried at once, and take as long. */
export const isOverloaded = (error: unknown): boolean => isUnreachable(error) || isCancelled(error);

/** SQLSTATE of what found no room on the disk. */
const DISK_FULL = '53100';

export const isDiskFull = (error: unknown): boolean => (error as { code?: string } | null)?.code === DISK_FULL;

/** SQLSTATE of one of two transactions that waited for each other, which was given up for the other. */
const DEADLOCK = '40P01';

export const isDeadlock = (error: unknown): boolean => (error as { code?: string } | null)?.code === DEADLOCK;

/** Whether the same may well succeed a moment later: what asks for itself, and keeps nobody waiting, tries again. */
export const isTransient = (error: unknown): boolean => isUnreachable(error) || isDeadlock(error);

const TRIES = 3;

/** Does a transaction again that was given up for another: the other is over then, or soon is. */
export async function retryOnDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || tries === TRIES) throw error;
    }
  }
}
