import { Migration } from '@mikro-orm/migrations';

/**
 * A restore of an export stages its rows in `restore_row` and then applies them together. An export also contains
 * earlier imports. In a restored import, `restored_by` is the id of the restore. Such an import can only be undone
 * together with the restore.
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
