import { Migration } from '@mikro-orm/migrations';

/** The breeder's decisions about identifiers that may belong to two queens. */
export class Migration20261125000037_import_decisions extends Migration {
  override up(): void {
    this.addSql(`alter table import add column decisions jsonb not null default '{"each": {}}'`);
  }

  override down(): void {
    this.addSql(`alter table import drop column decisions`);
  }
}
