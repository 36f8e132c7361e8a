/**
 * The rows that a connection sees. `service` sees the rows of all accounts, and `anonymous` sees no rows. A role that
 * is the id of an account sees the rows of this account.
 */
export type Role = 'service' | 'anonymous' | (string & {});

/**
 * The PostgreSQL role for all work except the work of the service itself. Every database of PostgreSQL 14 and later has
 * this role. The embedded database also has the role. On tables, the role has only the rights that Queenbook grants.
 * The owner of a database and superusers can always switch to it. Policies apply to this role, but not to the owner of
 * a table or to a superuser.
 */
export const RESTRICTED_ROLE = 'pg_database_owner';

/** The setting that the policies read (migration 17). */
const ACCOUNT_SETTING = 'queenbook.account';

/**
 * Switches a connection to a role until the next switch. Must not be called within a transaction, because a rollback
 * would undo the change.
 * @param ownRole the PostgreSQL role of the service itself
 */
export const switchRole = (role: Role, ownRole: string): { text: string; values: string[] } => ({
  text: `select set_config('role', $1, false), set_config('${ACCOUNT_SETTING}', $2, false)`,
  values: role === 'service' ? [ownRole, ''] : [RESTRICTED_ROLE, role === 'anonymous' ? '' : role],
});

/**
 * A statement that fails if the connection cannot switch to the restricted role. The end of the transaction reverts the
 * switch of the role.
 */
export const TRY_RESTRICTED_ROLE = `select set_config('role', '${RESTRICTED_ROLE}', true)`;
