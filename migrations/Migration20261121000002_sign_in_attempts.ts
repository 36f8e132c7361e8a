import { Migration } from '@mikro-orm/migrations';

/**
 * Counts of failed sign-ins, shared by all processes. The service uses them to delay further attempts. Rows are
 * identified by hashes of e-mail addresses, not by accounts, so that attempts with unknown addresses count, too. An
 * empty hash means any address or network.
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
