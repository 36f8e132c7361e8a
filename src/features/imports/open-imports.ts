import { sql } from 'kysely';
import { rateLimitError } from '../../auth/rate-limit-error.js';
import type { Services } from '../../graphql/context.js';
import type { ServiceError } from '../../core/errors.js';

/** Uploads that this process takes in, by account: what is being sent is in no table yet. */
const arriving = new Map<string, number>();

/** Seconds after which one of them may have ended. */
const WAIT = 30;

/**
 * Lets an account have so many imports on their way at a time: each may keep 200 MiB on disk and rows in the database.
 * @returns what is to be called when the upload has become an import, or nothing
 * @throws {ServiceError} `rate_limited`
 */
export async function admitUpload({ orm, config }: Services, accountId: string): Promise<() => void> {
  const most = config.OPEN_IMPORTS;
  const before = arriving.get(accountId) ?? 0;
  if (before >= most) throw refusal(most);
  arriving.set(accountId, before + 1);
  const leave = () => {
    const left = (arriving.get(accountId) ?? 1) - 1;
    if (left > 0) arriving.set(accountId, left);
    else arriving.delete(accountId);
  };
  try {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from import
      where account_id = ${accountId}::uuid and status in ('queued', 'running')`.execute(orm.database.kysely);
    if ((rows[0]?.count ?? 0) + before >= most) throw refusal(most);
    return leave;
  } catch (error) {
    leave();
    throw error;
  }
}

function refusal(most: number): ServiceError {
  const policy = { name: 'imports', quota: most, seconds: WAIT };
  return rateLimitError(policy, WAIT, `${most} imports of this account are on their way already; wait for one to end.`);
}
