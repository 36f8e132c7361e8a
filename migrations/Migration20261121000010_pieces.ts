import { Migration } from '@mikro-orm/migrations';

/** Parts of the computed breeding value of a queen. They are null for workers and for imported values. */
export class Migration20261121000010_pieces extends Migration {
  override up(): void {
    this.addSql(`
      alter table breeding_value
        add column parent_average double precision,
        add column family double precision,
        add column own_test double precision,
        add column offspring double precision`);
  }

  override down(): void {
    this.addSql(`
      alter table breeding_value
        drop column parent_average, drop column family, drop column own_test, drop column offspring`);
  }
}
