import { Migration } from '@mikro-orm/migrations';

/**
 * Values that the service infers for a row, such as the generation. An import uses them only if neither the file nor
 * the account contains a value.
 */
export class Migration20261121000020_suppositions extends Migration {
  override up(): void {
    this.addSql(`
      alter table import_draft
        add column supposed_generation text,
        add column supposed_birth_date text collate "C",
        add column supposed_sdi_code smallint`);
  }

  override down(): void {
    this.addSql(`
      alter table import_draft
        drop column supposed_generation, drop column supposed_birth_date, drop column supposed_sdi_code`);
  }
}
