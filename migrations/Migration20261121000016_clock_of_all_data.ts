import { Migration } from '@mikro-orm/migrations';
import { moveClock } from './account-tables.js';

/** Tables whose rows occur in responses, but not in the change feed: raw rows of files, and index weights. */
const TABLES = ['import_row', 'index_weight'];

/**
 * Writes to these tables also advance the clock of the account (migration 5). A cached response is therefore current if
 * it has the current revision. The change feed gets no entry, because rows of these tables are not in the feed.
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
    for (const table of TABLES) for (const each of moveClock(table)) this.addSql(each);
  }

  override down(): void {
    this.addSql(`drop function move_clock cascade`);
  }
}
