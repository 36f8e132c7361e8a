import { Migration } from '@mikro-orm/migrations';
import { disableRowSecurity, enableRowSecurity } from './row-level-security.js';

/** As in migration 34. */
const EXPECTED_ROWS = 10_000;

const EVENTS = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

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
    this.addSql(`alter table saved_view alter column account_id set (n_distinct = ${-1 / EXPECTED_ROWS})`);
    for (const each of enableRowSecurity('saved_view')) this.addSql(each);
    // Responses contain these rows, so that they advance the clock of the account, as in migration 16.
    for (const [event, rows] of EVENTS) {
      this.addSql(`
        create trigger move_clock_at_${event} after ${event} on saved_view referencing ${rows} table as written
        for each statement execute function move_clock()`);
    }
  }

  override down(): void {
    for (const each of disableRowSecurity('saved_view')) this.addSql(each);
    this.addSql('drop table saved_view');
  }
}
