import { Migration } from '@mikro-orm/migrations';

/** The mating station of a queen, by its name or code as given. */
export class Migration20261125000031_mating_stations extends Migration {
  override up(): void {
    this.addSql(`alter table queen add column mating_station text`);
    this.addSql(`alter table import_draft add column mating_station text`);
  }

  override down(): void {
    this.addSql(`alter table import_draft drop column mating_station`);
    this.addSql(`alter table queen drop column mating_station`);
  }
}
