import { Migration } from '@mikro-orm/migrations';
import { enableRowSecurity, disableRowSecurity } from './row-level-security.js';

/** Every table that bears an account. */
const TABLES = [
  'api_key',
  'api_key_use',
  'apiary',
  'breeding_value',
  'change',
  'change_clock',
  'ebv_run',
  'evaluation',
  'hive',
  'idempotency_key',
  'import',
  'import_change',
  'import_draft',
  'import_error',
  'import_row',
  'index_weight',
  'password_link',
  'queen',
  'queen_identifier',
  'ranking_row',
  'request_window',
  'restore_row',
  'session',
];

/**
 * A second wall behind the owner filter: row-level security by account. It binds the role that connections of requests
 * are turned to, not the owner of the tables, as which the service itself works; that role has rights on what is behind
 * the wall alone, so that a table that somebody forgets to put there is not to be had at all.
 */
export class Migration20261121000017_wall extends Migration {
  override up(): void {
    for (const table of TABLES) for (const each of enableRowSecurity(table)) this.addSql(each);
    for (const each of enableRowSecurity('account', 'id')) this.addSql(each);
    // What is asked before it is known who asks: whoever has the hash of a secret is told whose it is. They run as the
    // owner of the tables, whichever account the connection is turned to. None has the type of a table: it would go with it.
    this.tell(
      'keys_of(hashes text[])',
      `table (account_id uuid, id uuid, key_hash text, permissions jsonb, ip_allowlist jsonb, disabled boolean,
        expires_at timestamptz, overlap_ends_at timestamptz, revoked_at timestamptz, last_used_at timestamptz)`,
      `select k.account_id, k.id, k.key_hash, k.permissions, k.ip_allowlist, k.disabled,
        k.expires_at::timestamptz, k.overlap_ends_at::timestamptz, k.revoked_at::timestamptz, k.last_used_at::timestamptz
      from api_key k where k.key_hash = any(hashes)`,
    );
    this.tell(
      'session_of(hash text)',
      'table (account_id uuid, data jsonb, expires_at timestamptz)',
      'select s.account_id, s.data, s.expires_at::timestamptz from session s where s.id_hash = hash',
    );
    this.tell(
      'clock_of(account uuid)',
      'table (revision bigint)',
      'select c.revision from change_clock c where c.account_id = account',
    );
  }

  private tell(signature: string, type: string, query: string): void {
    this.addSql(`
      create function ${signature} returns ${type}
      language plpgsql stable security definer set search_path = public, pg_temp as $$
      begin
        return query ${query};
      end $$`);
  }

  override down(): void {
    this.addSql(`drop function keys_of, session_of, clock_of`);
    for (const table of [...TABLES, 'account']) for (const each of disableRowSecurity(table)) this.addSql(each);
  }
}
