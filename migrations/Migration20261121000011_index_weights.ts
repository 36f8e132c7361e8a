import { Migration } from '@mikro-orm/migrations';

/**
 * Weights of the traits in the selection index: one row for each trait with a weight. An account without rows uses the
 * default weights.
 */
export class Migration20261121000011_index_weights extends Migration {
  override up(): void {
    this.addSql(`
      create table index_weight (
        account_id uuid not null references account on delete cascade,
        trait text not null,
        weight double precision not null check (weight between -1000 and 1000 and weight <> 0),
        import_id uuid,
        updated_at timestamptz(3) not null default now(),
        primary key (account_id, trait)
      )`);
  }

  override down(): void {
    this.addSql(`drop table index_weight`);
  }
}
