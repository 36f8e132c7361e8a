import { Migration } from '@mikro-orm/migrations';

/** Windows of addresses store what was granted, like those of requests, so that one statement counts in both. */
export class Migration20261125000033_address_window_grants extends Migration {
  override up(): void {
    this.addSql(`alter table address_window add column granted integer not null default 0`);
  }

  override down(): void {
    this.addSql(`alter table address_window drop column granted`);
  }
}
