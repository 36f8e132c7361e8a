import { Migration } from '@mikro-orm/migrations';
import { EXPECTED_ROWS } from './account-tables.js';

/**
 * Runs a statement for each column `account_id` or `run_id`. In the statement, `c.table` is the table and `c.name` is
 * the column.
 */
const forEach = (statement: string) => `
  do $each$ declare c record;
  begin
    for c in
      select a.attrelid::regclass as table, a.attname as name from pg_attribute a join pg_class t on t.oid = a.attrelid
      where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and a.attname in ('account_id', 'run_id')
    loop
      execute format(${statement});
    end loop;
  end $each$`;

/**
 * Sets {@link EXPECTED_ROWS} for each column `account_id` and `run_id`. The setting takes effect when PostgreSQL
 * analyzes the table. A later migration that adds such a column must also set it.
 */
export class Migration20261125000034_rows_of_an_account extends Migration {
  override up(): void {
    this.addSql(forEach(`'alter table %s alter column %I set (n_distinct = ${-1 / EXPECTED_ROWS})', c.table, c.name`));
    this.addSql(forEach(`'analyze %s', c.table`));
  }

  override down(): void {
    this.addSql(forEach(`'alter table %s alter column %I reset (n_distinct)', c.table, c.name`));
    this.addSql(forEach(`'analyze %s', c.table`));
  }
}
