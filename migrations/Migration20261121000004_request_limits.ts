import { Migration } from '@mikro-orm/migrations';

/**
 * Request counters that all processes share. `request_window` stores how many requests of a key or session the
 * processes have leased in the current minute (`used`), and how many of them the latest statement leased (`granted`).
 * `address_window` counts limited actions by the hash of an address. A row is valid until `ends_at`; then the count
 * starts again.
 */
export class Migration20261121000004_request_limits extends Migration {
  override up(): void {
    this.addSql(`
      create table request_window (
        account_id uuid not null references account on delete cascade,
        caller text not null,
        used integer not null,
        granted integer not null,
        ends_at timestamptz(3) not null,
        primary key (account_id, caller)
      )`);
    this.addSql(`create index request_window_end on request_window (ends_at)`);
    this.addSql(`
      create table address_window (
        address_hash text not null,
        purpose text not null,
        count integer not null,
        ends_at timestamptz(3) not null,
        primary key (address_hash, purpose)
      )`);
    this.addSql(`create index address_window_end on address_window (ends_at)`);
  }

  override down(): void {
    this.addSql(`drop table address_window`);
    this.addSql(`drop table request_window`);
  }
}
