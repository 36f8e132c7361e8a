import { Migration } from '@mikro-orm/migrations';

/**
 * API keys of client programs. Only the SHA-256 hash of a key is stored. The service looks up the hash before it knows
 * the account, so the index of hashes is unique over all accounts.
 */
export class Migration20261121000003_api_keys extends Migration {
  override up(): void {
    this.addSql(`
      create table api_key (
        account_id uuid not null references account on delete cascade,
        id uuid not null,
        name text not null,
        key_hash text collate "C" not null,
        key_prefix text not null,
        permissions jsonb not null,
        ip_allowlist jsonb not null default '[]',
        disabled boolean not null default false,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3),
        overlap_ends_at timestamptz(3),
        revoked_at timestamptz(3),
        last_used_at timestamptz(3),
        last_used_ip text,
        primary key (account_id, id)
      )`);
    this.addSql(`create unique index api_key_hash_key on api_key (key_hash)`);
    this.addSql(`create index api_key_by_time on api_key (account_id, created_at, id)`);
    this.addSql(`
      create table api_key_use (
        account_id uuid not null,
        key_id uuid not null,
        day date not null,
        count integer not null,
        primary key (account_id, key_id, day),
        foreign key (account_id, key_id) references api_key (account_id, id) on delete cascade
      )`);
  }

  override down(): void {
    this.addSql(`drop table api_key_use, api_key`);
  }
}
