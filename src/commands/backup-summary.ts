import type { Manifest } from '../backups/manifest.js';

export const countWithNoun = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Returns the summary that commands print for a backup. */
export function backupSummary({ kind, made_at, queenbook, migrations, tables }: Manifest) {
  return {
    kind,
    made_at,
    queenbook,
    newest_migration: migrations.at(-1),
    accounts: tables.find(({ name }) => name === 'account')?.rows ?? 0,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    tables: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
  };
}
