/**
 * Whose rows a connection shows. The service itself is behind no wall: it has to see what is of all. Whoever asks sees
 * the rows of one account, named by its id, and nobody sees none.
 */
export type Side = 'service' | 'nobody' | (string & {});

/**
 * The role of whoever asks. Every database of PostgreSQL 14 and later has it, the embedded one too; it has no rights but
 * those that are given to it, and is what the owner of a database and a superuser may always turn to. Policies do not
 * bind the owner of a table, nor a superuser: they bind this role.
 */
export const ASKING = 'pg_database_owner';

/** What the policies read (migration 17). */
const SETTING = 'queenbook.account';

/**
 * Turns a connection to a side, until it is turned to another: it must not be amid a transaction, which could take it back.
 * @param own the role that the service itself works as
 */
export const turning = (side: Side, own: string): { text: string; values: string[] } => ({
  text: `select set_config('role', $1, false), set_config('${SETTING}', $2, false)`,
  values: side === 'service' ? [own, ''] : [ASKING, side === 'nobody' ? '' : side],
});

/** Tries whether the wall can be; nothing of it lasts. */
export const TRIAL = `select set_config('role', '${ASKING}', true)`;
