import { Migration } from '@mikro-orm/migrations';

/**
 * Number of most recent seasons that a run leaves out of the computation to validate its predictions. Null for imported
 * and older runs.
 */
export class Migration20261126000041_validation_seasons extends Migration {
  override up(): void {
    this.addSql(`alter table ebv_run add column validation_seasons integer`);
  }

  override down(): void {
    this.addSql(`alter table ebv_run drop column validation_seasons`);
  }
}
