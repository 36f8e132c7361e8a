import { Migration } from '@mikro-orm/migrations';

/**
 * Counts of sign-ins that failed, so that guessing is slowed on every process alike. Rows are named by hashes and go
 * by an e-mail address, not by an account: addresses nobody has are counted the same. An empty hash means any.
 */
export class Migration20261121000002_sign_in_attempts extends Migration {
  override up(): void {
    this.addSql(`
      create table sign_in_attempt (
        email_hash text not null,
        network_hash text not null,
        attempts integer not null,
        known boolean not null default false,
        blocked_until timestamptz(3),
        expires_at timestamptz(3) not null,
        primary key (email_hash, network_hash)
      )`);
    this.addSql(`create index sign_in_attempt_expiry on sign_in_attempt (expires_at)`);
  }

  override down(): void {
    this.addSql(`drop table sign_in_attempt`);
  }
}
