import { Migration } from '@mikro-orm/migrations';

/**
 * Drops the column for inbreeding, because inbreeding is computed from the pedigree on request. The column never
 * contained values.
 */
export class Migration20261121000009_inbreeding_is_computed extends Migration {
  override up(): void {
    this.addSql('alter table queen drop column inbreeding');
  }

  override down(): void {
    this.addSql('alter table queen add column inbreeding double precision');
  }
}
