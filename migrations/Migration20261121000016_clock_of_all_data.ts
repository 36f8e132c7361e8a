import { Migration } from '@mikro-orm/migrations';

/** What answers tell besides the rows that the change feed is of: raw rows of files, and what each trait counts. */
const TABLES = ['import_row', 'index_weight'];
const EVENTS = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

/**
 * The clock of an account (migration 5) moves with whatever an answer about its data is made of, so that an answer made
 * at its present revision is known to be as it was. The feed gets no line of it: no row that it is of has changed.
 */
export class Migration20261121000016_clock_of_all_data extends Migration {
  override up(): void {
    this.addSql(`
      create function move_clock() returns trigger language plpgsql as $$
      declare
        owner uuid;
      begin
        for owner in select distinct account_id from written loop
          perform change_revision(owner);
        end loop;
        return null;
      end $$`);
    for (const table of TABLES) {
      for (const [event, rows] of EVENTS) {
        this.addSql(`
          create trigger move_clock_at_${event} after ${event} on ${table} referencing ${rows} table as written
          for each statement execute function move_clock()`);
      }
    }
  }

  override down(): void {
    this.addSql(`drop function move_clock cascade`);
  }
}
