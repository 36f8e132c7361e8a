import { Migration } from '@mikro-orm/migrations';

/** What a file leads one to suppose of a queen, beside what its rows say: it counts only where nobody says anything. */
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
