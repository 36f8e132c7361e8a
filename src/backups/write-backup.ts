import type { Database } from '../db/database.js';
import { VERSION } from '../core/version.js';
import { CommandError } from '../core/command-error.js';
import { onlyRow } from '../db/only-row.js';
import { writeArchive } from './archive.js';
import { DUMP, rowsFile, type Manifest } from './manifest.js';
import { dump } from './pg-dump.js';
import { withSnapshot, type ReadTransaction } from './snapshot.js';
import { listTables, measureTables, appliedMigrations } from './tables.js';

/**
 * Writes a backup of the whole database, from one snapshot.
 * @param url address of the server, if pg_dump writes the backup. Without it, rows are written as text, which either
 * kind of database can restore.
 */
export async function writeBackup(database: Database, path: string, url?: string): Promise<void> {
  await withSnapshot(database, (reading) =>
    writeArchive(path, async (add) => {
      const head = await describe(reading);
      if (url === undefined) for (const table of head.tables) await add(rowsFile(table.name), reading.copyOut(table));
      else await add(DUMP, await dump(url, reading), true);
      return { ...head, kind: url === undefined ? 'tables' : 'pg_dump' };
    }),
  );
}

async function describe(reading: ReadTransaction): Promise<Omit<Manifest, 'files' | 'kind'>> {
  const migrations = await appliedMigrations(reading);
  if (migrations.length === 0) throw new CommandError('The database is empty.');
  const { version } = onlyRow(
    await reading.query<{ version: string }>(`select current_setting('server_version') as version`),
  );
  return {
    format: 'queenbook-backup',
    version: 1,
    made_at: new Date().toISOString(),
    queenbook: VERSION,
    postgresql: version,
    migrations,
    tables: await measureTables(reading, await listTables(reading)),
  };
}
