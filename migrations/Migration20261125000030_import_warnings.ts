import { Migration } from '@mikro-orm/migrations';

/**
 * Adds warnings to the errors of an import; both have a stable code and parameters. Also adds the encoding and the
 * header row of the file.
 */
export class Migration20261125000030_import_warnings extends Migration {
  override up(): void {
    this.addSql(`
      alter table import_error
        add column code text not null default 'invalid_value',
        add column params jsonb not null default '{}',
        add column is_warning boolean not null default false`);
    this.addSql(`
      alter table import
        add column encoding text,
        add column header_row integer,
        add column warning_count integer not null default 0`);
  }

  override down(): void {
    this.addSql(`delete from import_error where is_warning`);
    this.addSql(`alter table import_error drop column code, drop column params, drop column is_warning`);
    this.addSql(`alter table import drop column encoding, drop column header_row, drop column warning_count`);
  }
}
