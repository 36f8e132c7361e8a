/**
 * Which rows a connection shows: `service` sees the rows of all accounts, `anonymous` none, and the id of an account the
 * rows of that account.
 */
export type Role = 'service' | 'anonymous' | (string & {});

/**
 * The PostgreSQL role for everything but the service itself. Every database of PostgreSQL 14 and later has it, the
 * embedded one too. It has only the rights that are granted to it. The owner of a database and superusers can always
 * switch to it. Policies do not apply to the owner of a table or to a superuser; they apply to this role.
 */
export const RESTRICTED_ROLE = 'pg_database_owner';

/** The setting that the policies read (migration 17). */
const ACCOUNT_SETTING = 'queenbook.account';

/**
 * Switches a connection to a role until the next switch. Must not be called within a transaction, whose rollback would
 * undo the change.
 * @param ownRole the PostgreSQL role that the service itself works as
 */
export const switchRole = (role: Role, ownRole: string): { text: string; values: string[] } => ({
  text: `select set_config('role', $1, false), set_config('${ACCOUNT_SETTING}', $2, false)`,
  values: role === 'service' ? [ownRole, ''] : [RESTRICTED_ROLE, role === 'anonymous' ? '' : role],
});

/** Fails if the connection cannot switch to the restricted role. The switch ends with the transaction. */
export const TRY_RESTRICTED_ROLE = `select set_config('role', '${RESTRICTED_ROLE}', true)`;
