import { Migration } from '@mikro-orm/migrations';

/** Results of executed requests with an idempotency key, stored for 24 hours. */
export class Migration20261121000008_idempotency_keys extends Migration {
  override up(): void {
    this.addSql(`
      create table idempotency_key (
        account_id uuid not null references account on delete cascade,
        key text collate "C" not null,
        fingerprint text not null,
        result jsonb not null,
        created_at timestamptz(3) not null default now(),
        primary key (account_id, key)
      )`);
    this.addSql(`create index idempotency_key_age on idempotency_key (account_id, created_at)`);
  }

  override down(): void {
    this.addSql(`drop table idempotency_key`);
  }
}
