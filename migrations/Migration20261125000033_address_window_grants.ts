import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the column `granted` of `request_window` to `address_window`, so that one statement can count in both tables.
 */
export class Migration20261125000033_address_window_grants extends Migration {
  override up(): void {
    this.addSql(`alter table address_window add column granted integer not null default 0`);
  }

  override down(): void {
    this.addSql(`alter table address_window drop column granted`);
  }
}
