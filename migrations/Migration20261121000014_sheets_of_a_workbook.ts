import { Migration } from '@mikro-orm/migrations';

/** Names of the sheets of a workbook, so that the user can choose another sheet after a dry run. */
export class Migration20261121000014_sheets_of_a_workbook extends Migration {
  override up(): void {
    this.addSql(`alter table import add column sheets text[] not null default '{}'`);
  }

  override down(): void {
    this.addSql(`alter table import drop column sheets`);
  }
}
