import { sql, type Kysely } from 'kysely';
import { ServiceError, unauthenticated } from '../core/errors.js';

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Requires that the account exists and is not being deleted. For requests that were authenticated before their account
 * was deleted.
 * @throws {ServiceError} `unauthenticated`
 */
export async function requireOpenAccount(db: Kysely<unknown>, accountId: string): Promise<void> {
  const { rows } = await sql`select 1 from account where id = ${accountId} and closed_at is null`.execute(db);
  if (rows.length === 0) throw unauthenticated();
}

/** Whether an error means that the account has been deleted. */
export function isAccountGone(error: unknown): boolean {
  if (error instanceof ServiceError) return error.code === 'unauthenticated';
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === FOREIGN_KEY_VIOLATION && /^[a-z_]+_account_id_fkey$/.test(constraint ?? '');
}
