import { Migration } from '@mikro-orm/migrations';

/**
 * Further results of an import: the queens that it created only because rows refer to them, and how it found the queen
 * of each row.
 */
export class Migration20261126000056_import_outcome extends Migration {
  override up(): void {
    this.addSql(`alter table import add column named_only jsonb`);
    this.addSql(`alter table import_review add column found_by text`);
  }

  override down(): void {
    this.addSql(`alter table import drop column named_only`);
    this.addSql(`alter table import_review drop column found_by`);
  }
}
