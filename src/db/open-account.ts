import { sql, type Kysely } from 'kysely';
import { ServiceError, unauthenticated } from '../core/errors.js';

const FOREIGN_KEY_VIOLATION = '23503';

/** Whether the account is there and has not been given up. */
export async function isAccountOpen(db: Kysely<unknown>, accountId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from account where id = ${accountId} and closed_at is null`.execute(db);
  return rows.length > 0;
}

/** For what was let in before its account was given up. @throws {ServiceError} `unauthenticated` */
export async function requireOpenAccount(db: Kysely<unknown>, accountId: string): Promise<void> {
  if (!(await isAccountOpen(db, accountId))) throw unauthenticated();
}

/** Whether something could not be done, or a row not be written, because the account has been given up meanwhile. */
export function isAccountGone(error: unknown): boolean {
  if (error instanceof ServiceError) return error.code === 'unauthenticated';
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === FOREIGN_KEY_VIOLATION && /^[a-z_]+_account_id_fkey$/.test(constraint ?? '');
}
