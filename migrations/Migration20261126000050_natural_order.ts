import { Migration } from '@mikro-orm/migrations';

/**
 * Number of digits to which a sort key pads numbers. Longer numbers are compared as text, which is correct only if
 * their lengths are equal.
 */
const DIGITS = 10;

/**
 * Sorts names and identifiers by the value of the numbers in them: 05-1-3 before 05-1-13. The migration does not use an
 * ICU collation, because some servers are built without ICU, and because a new version of ICU would invalidate the
 * indexes.
 */
export class Migration20261126000050_natural_order extends Migration {
  override up(): void {
    this.addSql(`
      create function natural_key(value text) returns text language sql immutable strict parallel safe as $key$
        select case
          when value ~ '[0-9]' then regexp_replace(regexp_replace(
            value collate "C", '([0-9]+)', '${'0'.repeat(DIGITS - 1)}\\1', 'g'), '0*([0-9]{${DIGITS},})', '\\1', 'g')
          else value collate "C"
        end $key$`);
    this.addSql(`
      alter table queen
        add column name_order text collate "C" generated always as (natural_key(name_key)) stored,
        add column external_order text collate "C"
          generated always as (natural_key(identifier_key(external_id))) stored,
        add column is_gone smallint generated always as (case when status in ('dead', 'lost') then 1 else 0 end) stored`);
    for (const table of ['apiary', 'hive']) {
      this.addSql(`
        alter table ${table}
          add column name_order text collate "C" generated always as (natural_key(identifier_key(name))) stored`);
    }
    // The index contains the searched text, so that a search reads only matching rows.
    this.addSql(`drop index queen_by_name`);
    this.addSql(`create index queen_by_name on queen (account_id, name_order, id) include (name_key, external_key)`);
    this.addSql(`create index queen_name_key on queen (account_id, name_key)`);
    this.addSql(
      `create index queen_by_number on queen (account_id, external_order, id) where external_order is not null`,
    );
    // Default order of the list of queens in the web interface.
    this.addSql(`
      create index queen_by_life on queen (account_id, is_gone, birth_date desc nulls last, name_order, id)`);
    this.addSql(`drop index hive_by_name`);
    this.addSql(`create index hive_by_name on hive (account_id, name_order, id)`);
    this.addSql(`create index apiary_by_name on apiary (account_id, name_order, id)`);
  }

  override down(): void {
    this.addSql(`drop index apiary_by_name`);
    this.addSql(`drop index hive_by_name`);
    this.addSql(`create index hive_by_name on hive (account_id, name, id)`);
    this.addSql(`drop index queen_by_life`);
    this.addSql(`drop index queen_by_number`);
    this.addSql(`drop index queen_name_key`);
    this.addSql(`drop index queen_by_name`);
    this.addSql(`create index queen_by_name on queen (account_id, name_key, id) include (external_key)`);
    for (const table of ['apiary', 'hive']) this.addSql(`alter table ${table} drop column name_order`);
    this.addSql(`alter table queen drop column name_order, drop column external_order, drop column is_gone`);
    this.addSql(`drop function natural_key(text)`);
  }
}
