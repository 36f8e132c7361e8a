import { sql } from 'kysely';
import { rateLimitError } from '../../auth/rate-limit-error.js';
import type { Services } from '../../graphql/context.js';
import type { ServiceError } from '../../core/errors.js';

/**
 * Number of uploads that this process is receiving, by account. The query below does not count these uploads, because
 * their imports are not queued yet.
 */
const activeUploads = new Map<string, number>();

const RETRY_AFTER_SECONDS = 30;

/**
 * Limits the number of unfinished imports of an account, because each import may use 200 MiB on disk and many rows in
 * the database.
 * @returns a function that must be called when the upload has become an import, or has failed
 * @throws {ServiceError} `rate_limited`
 */
export async function reserveUpload({ orm, config }: Services, accountId: string): Promise<() => void> {
  const limit = config.OPEN_IMPORTS;
  const before = activeUploads.get(accountId) ?? 0;
  if (before >= limit) throw tooManyImports(limit);
  activeUploads.set(accountId, before + 1);
  const release = () => {
    const left = (activeUploads.get(accountId) ?? 1) - 1;
    if (left > 0) activeUploads.set(accountId, left);
    else activeUploads.delete(accountId);
  };
  try {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from import
      where account_id = ${accountId}::uuid and status in ('queued', 'running')`.execute(orm.database.kysely);
    if ((rows[0]?.count ?? 0) + before >= limit) throw tooManyImports(limit);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

function tooManyImports(limit: number): ServiceError {
  const policy = { name: 'imports', quota: limit, seconds: RETRY_AFTER_SECONDS };
  return rateLimitError(
    policy,
    RETRY_AFTER_SECONDS,
    `${limit} imports of this account are unfinished; wait for one to end.`,
  );
}
