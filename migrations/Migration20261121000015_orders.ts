import { Migration } from '@mikro-orm/migrations';

/** What lists can be sorted by, besides names, numbers, seasons and the time of the last change. */
const SORTED: Record<string, { columns: string[]; known: string[] }> = {
  queen: { columns: ['generation', 'created_at'], known: ['birth_date', 'race', 'status'] },
  evaluation: {
    columns: ['created_at'],
    known: [
      ...['evaluated_on', 'honey', 'gentleness', 'vigor', 'wintering', 'non_swarming', 'comb_behavior'],
      ...['hyg6h', 'hyg24h'],
    ],
  },
  hive: { columns: ['name'], known: [] },
};

/**
 * An index for each order of a list, so that a page of it is a range, however long the list is; they serve filters as
 * well. Rows without a value stand in none: they come last, and are found by the key.
 */
export class Migration20261121000015_orders extends Migration {
  override up(): void {
    for (const [table, { columns, known }] of Object.entries(SORTED)) {
      for (const column of [...columns, ...known]) {
        const condition = known.includes(column) ? `where ${column} is not null` : '';
        this.addSql(`create index ${table}_by_${column} on ${table} (account_id, ${column}, id) ${condition}`);
      }
    }
    // What is searched for stands in the index of names, so that queens who are passed over need not be read.
    this.addSql(`drop index queen_by_name`);
    this.addSql(`create index queen_by_name on queen (account_id, name_key, id) include (external_id)`);
    this.addSql(`
      alter table queen_identifier drop constraint queen_identifier_pkey,
        add primary key (account_id, value, system) include (queen_id)`);
    // How common a status is differs between accounts: what one has many of another may not have at all.
    this.addSql(`create statistics queen_kinds (mcv) on account_id, generation, status, race from queen`);
  }

  override down(): void {
    this.addSql(`drop statistics queen_kinds`);
    this.addSql(`
      alter table queen_identifier drop constraint queen_identifier_pkey, add primary key (account_id, value, system)`);
    this.addSql(`drop index queen_by_name`);
    this.addSql(`create index queen_by_name on queen (account_id, name_key, id)`);
    for (const [table, { columns, known }] of Object.entries(SORTED)) {
      for (const column of [...columns, ...known]) this.addSql(`drop index ${table}_by_${column}`);
    }
  }
}
