import { Migration } from '@mikro-orm/migrations';

/**
 * The primary key contains the queen before the run, so that it also serves queries for the values of one queen. This
 * saves a second index entry for each of the 16 values that a queen has in a run. Queries for the values of a run use
 * the index `breeding_value_best`.
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
