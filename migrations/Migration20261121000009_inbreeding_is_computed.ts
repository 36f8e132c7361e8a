import { Migration } from '@mikro-orm/migrations';

/** A queen's inbreeding follows from the pedigree and is worked out when it is asked for; nothing ever filled the column. */
export class Migration20261121000009_inbreeding_is_computed extends Migration {
  override up(): void {
    this.addSql('alter table queen drop column inbreeding');
  }

  override down(): void {
    this.addSql('alter table queen add column inbreeding double precision');
  }
}
