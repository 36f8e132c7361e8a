import { Migration } from '@mikro-orm/migrations';
import { enableRowSecurity, disableRowSecurity } from './row-level-security.js';

/** All account tables. */
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
 * Row-level security by account, in addition to the owner filter. Row-level security restricts the role that requests
 * use, but not the role that owns the tables. The service itself uses the owner role. The role of requests has rights
 * only on tables with a policy, so requests cannot access a table without a policy.
 */
export class Migration20261121000017_wall extends Migration {
  override up(): void {
    for (const table of TABLES) for (const each of enableRowSecurity(table)) this.addSql(each);
    for (const each of enableRowSecurity('account', 'id')) this.addSql(each);
    // Functions for queries that run before the caller is known, such as the look-up of a key by its hash. They run
    // with the rights of the table owner, regardless of the account of the connection. No function returns the type of
    // a table, because dropping the table would also drop the function.
    this.addQuery(
      'keys_of(hashes text[])',
      `table (account_id uuid, id uuid, key_hash text, permissions jsonb, ip_allowlist jsonb, disabled boolean,
        expires_at timestamptz, overlap_ends_at timestamptz, revoked_at timestamptz, last_used_at timestamptz)`,
      `select k.account_id, k.id, k.key_hash, k.permissions, k.ip_allowlist, k.disabled,
        k.expires_at::timestamptz, k.overlap_ends_at::timestamptz, k.revoked_at::timestamptz, k.last_used_at::timestamptz
      from api_key k where k.key_hash = any(hashes)`,
    );
    this.addQuery(
      'session_of(hash text)',
      'table (account_id uuid, data jsonb, expires_at timestamptz)',
      'select s.account_id, s.data, s.expires_at::timestamptz from session s where s.id_hash = hash',
    );
    this.addQuery(
      'clock_of(account uuid)',
      'table (revision bigint)',
      'select c.revision from change_clock c where c.account_id = account',
    );
  }

  private addQuery(signature: string, type: string, query: string): void {
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
