import { Migration } from '@mikro-orm/migrations';

/**
 * Determines which matings share drone-producing queens in a run. Imported and older runs have no value, which means
 * `by_dam`.
 */
export class Migration20261126000040_drone_groups extends Migration {
  override up(): void {
    this.addSql(`alter table ebv_run add column drone_groups text check (drone_groups in ('by_year', 'by_dam'))`);
  }

  override down(): void {
    this.addSql(`alter table ebv_run drop column drone_groups`);
  }
}
