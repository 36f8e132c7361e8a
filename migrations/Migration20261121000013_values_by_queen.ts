import { Migration } from '@mikro-orm/migrations';

/**
 * The key of breeding values starts with the queen, so that it also finds the values of a queen. This saves one index
 * for each of the sixteen values of a queen in a run. The values of a run are found by `breeding_value_best`.
 */
export class Migration20261121000013_values_by_queen extends Migration {
  override up(): void {
    this.addSql(`
      alter table breeding_value
        drop constraint breeding_value_pkey,
        add primary key (account_id, queen_id, run_id, trait, entity_type)`);
    this.addSql(`drop index breeding_value_queen`);
  }

  override down(): void {
    this.addSql(`create index breeding_value_queen on breeding_value (account_id, queen_id)`);
    this.addSql(`
      alter table breeding_value
        drop constraint breeding_value_pkey,
        add primary key (account_id, run_id, queen_id, trait, entity_type)`);
  }
}
