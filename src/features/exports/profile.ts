import { sql, type Kysely } from 'kysely';
import { permissionsOf } from '../../auth/permissions.js';
import { keyStatusOf } from '../../auth/key-status.js';
import { inUtc } from '../imports/portable/kinds.js';

const TIME = (column: string) => sql`${inUtc(sql.ref(column))} as ${sql.id(column)}`;

/**
 * Returns the account, its keys (with the same members as in the list of keys) and its audit trail, without passwords
 * and hashes. A restore ignores the account, the keys and the audit trail.
 */
export async function profileOf(db: Kysely<unknown>, accountId: string): Promise<Record<string, unknown>> {
  const account = await sql<Record<string, unknown>>`
    select email, name, language, ${TIME('created_at')} from account where id = ${accountId}::uuid`.execute(db);
  const keys = await sql<Record<string, unknown>>`
    select id, name, key_prefix, permissions, ${sql.raw(keyStatusOf('api_key'))} as status, ip_allowlist,
           ${TIME('created_at')}, ${TIME('expires_at')}, ${TIME('revoked_at')}, ${TIME('last_used_at')}, last_used_ip
    from api_key where account_id = ${accountId}::uuid order by api_key.created_at desc, id desc`.execute(db);
  const events = await sql<Record<string, unknown>>`
    select id, ${TIME('happened_at')}, action, actor, key_id, subject_id, address, count
    from audit_event where account_id = ${accountId}::uuid order by id desc`.execute(db);
  return {
    ...account.rows[0],
    api_keys: keys.rows.map((key) => ({ ...key, permissions: permissionsOf(key.permissions as object) })),
    audit_events: events.rows,
  };
}
