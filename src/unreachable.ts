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
    /connection terminated|timeout exceeded when trying to connect/i.test(message)
  );
}
