import { Migration } from '@mikro-orm/migrations';

/** Mating station of a queen: a name or code, exactly as entered. */
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
