import { Migration } from '@mikro-orm/migrations';

/**
 * A restore of an export stages its rows in `restore_row` until they are applied together. An import that was part of
 * the export refers to the import that restored it, and can only be undone with it.
 */
export class Migration20261121000006_restore extends Migration {
  override up(): void {
    this.addSql(`alter table import add column restored_by uuid`);
    this.addSql(`
      create table restore_row (
        account_id uuid not null,
        import_id uuid not null,
        section text collate "C" not null,
        line integer not null,
        id uuid not null,
        old_id uuid,
        data json not null
      )`);
    this.addSql(`create index restore_row_import on restore_row (account_id, import_id, section)`);
  }

  override down(): void {
    this.addSql(`drop table restore_row`);
    this.addSql(`alter table import drop column restored_by`);
  }
}
