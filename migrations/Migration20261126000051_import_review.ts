import { Migration } from '@mikro-orm/migrations';
import { expectRows } from './account-tables.js';
import { disableRowSecurity, enableRowSecurity } from './row-level-security.js';

const TABLES = ['import_file', 'import_review'];

/**
 * The file of a dry run, and the effect of the import on each row. The breeder can review the effects and correct the
 * rows before the import.
 */
export class Migration20261126000051_import_review extends Migration {
  override up(): void {
    // `options` are the settings for reading the file, including the breeder's corrections.
    this.addSql(`
      alter table import
        add column options jsonb,
        add column is_staged boolean not null default true`);
    this.addSql(`
      create table import_file (
        account_id uuid not null,
        import_id uuid not null,
        part integer not null,
        content bytea not null,
        primary key (account_id, import_id, part),
        foreign key (account_id, import_id) references import (account_id, id) on delete cascade
      )`);
    this.addSql(`
      create table import_review (
        account_id uuid not null,
        import_id uuid not null,
        position integer not null,
        "row" integer,
        state text,
        is_doubtful boolean not null default false,
        queen_id uuid,
        name text,
        identifier text,
        cells text[] not null default '{}',
        changes jsonb not null default '[]',
        errors jsonb not null default '[]',
        warnings jsonb not null default '[]',
        primary key (account_id, import_id, position),
        foreign key (account_id, import_id) references import (account_id, id) on delete cascade
      )`);
    for (const table of TABLES) {
      this.addSql(expectRows(table));
      for (const each of enableRowSecurity(table)) this.addSql(each);
    }
  }

  override down(): void {
    for (const table of TABLES) {
      for (const each of disableRowSecurity(table)) this.addSql(each);
      this.addSql(`drop table ${table}`);
    }
    this.addSql(`alter table import drop column options, drop column is_staged`);
  }
}
