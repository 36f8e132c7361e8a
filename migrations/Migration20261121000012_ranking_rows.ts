import { Migration } from '@mikro-orm/migrations';

const TRAITS = ['honey', 'gentleness', 'vigor', 'wintering', 'non_swarming', 'comb_behavior', 'hyg6h', 'hyg24h'];
const COLUMNS = TRAITS.flatMap((trait) => [trait, `${trait}_r2`]);
const KEY = 'account_id, run_id, entity_type, queen_id';

/** SQL that selects breeding values as rows of a ranking: one row for each queen, with all traits as columns. */
const sideBySide = (from: string) => `
  select ${KEY}, ${TRAITS.map(
    (trait) => `max(normalized) filter (where trait = '${trait}'), max(reliability) filter (where trait = '${trait}')`,
  ).join(', ')}
  from ${from} group by ${KEY}`;

/**
 * Normalized values and reliabilities of each queen, as columns of one row. Rankings read this table, because computing
 * the selection index from the rows of `breeding_value` takes ten times as long. Statement triggers update the table at
 * each write. The table needs no foreign keys to runs and queens, because the table `breeding_value` has them.
 */
export class Migration20261121000012_ranking_rows extends Migration {
  override up(): void {
    this.addSql(`
      create table ranking_row (
        account_id uuid not null references account on delete cascade,
        run_id uuid not null,
        entity_type text not null,
        queen_id uuid not null,
        ${COLUMNS.map((column) => `${column} double precision`).join(', ')},
        primary key (${KEY})
      )`);
    this.addSql(`insert into ranking_row (${KEY}, ${COLUMNS.join(', ')}) ${sideBySide('breeding_value')}`);
    this.addSql(`
      create function add_ranking_rows() returns trigger language plpgsql as $$
      begin
        insert into ranking_row as r (${KEY}, ${COLUMNS.join(', ')}) ${sideBySide('written')}
        on conflict (${KEY}) do update set
          ${COLUMNS.map((column) => `${column} = coalesce(excluded.${column}, r.${column})`).join(', ')};
        return null;
      end $$`);
    this.addSql(`
      create function renew_ranking_rows() returns trigger language plpgsql as $$
      begin
        delete from ranking_row r
        using (select distinct ${KEY} from written) w
        where r.account_id = w.account_id and r.run_id = w.run_id and r.entity_type = w.entity_type
          and r.queen_id = w.queen_id;
        insert into ranking_row (${KEY}, ${COLUMNS.join(', ')}) ${sideBySide(`
          breeding_value join (select distinct ${KEY} from written) w using (${KEY})`)};
        return null;
      end $$`);
    this.on('insert', 'new', 'add_ranking_rows');
    for (const rows of ['old', 'new']) this.on('update', rows, 'renew_ranking_rows');
    this.on('delete', 'old', 'renew_ranking_rows');
  }

  override down(): void {
    for (const on of ['insert_new', 'update_old', 'update_new', 'delete_old']) {
      this.addSql(`drop trigger rank_${on} on breeding_value`);
    }
    this.addSql(`drop function add_ranking_rows, renew_ranking_rows`);
    this.addSql(`drop table ranking_row`);
  }

  /**
   * Creates a trigger that calls the function `run`. The function finds the written rows in the transition table
   * `written`.
   */
  private on(event: string, rows: string, run: string): void {
    this.addSql(`
      create trigger rank_${event}_${rows} after ${event} on breeding_value referencing ${rows} table as written
      for each statement execute function ${run}()`);
  }
}
