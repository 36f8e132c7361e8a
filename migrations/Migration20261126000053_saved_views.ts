import { Migration } from '@mikro-orm/migrations';
import { expectRows, moveClock } from './account-tables.js';
import { disableRowSecurity, enableRowSecurity } from './row-level-security.js';

/** Filters, sort orders and plans that breeders save under a name. */
export class Migration20261126000053_saved_views extends Migration {
  override up(): void {
    this.addSql(`
      create table saved_view (
        account_id uuid not null references account on delete cascade,
        id uuid not null,
        page text not null check (page in ('queens', 'ranking', 'mating')),
        name text not null,
        name_order text not null generated always as (natural_key(identifier_key(name))) stored,
        parameters text not null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (account_id, id),
        unique (account_id, page, name)
      )`);
    this.addSql(expectRows('saved_view'));
    for (const each of enableRowSecurity('saved_view')) this.addSql(each);
    for (const each of moveClock('saved_view')) this.addSql(each);
  }

  override down(): void {
    for (const each of disableRowSecurity('saved_view')) this.addSql(each);
    this.addSql('drop table saved_view');
  }
}
