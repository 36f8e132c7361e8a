import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import type { Config } from '../core/config.js';
import { lockDataDir } from '../db/embedded/data-dir/lock.js';
import { openOrm } from '../db/orm.js';
import { ENTITIES } from '../features/entities.js';
import { CommandError } from '../core/command-error.js';
import { finishRestore, restorePaths } from '../db/embedded/unfinished-restore.js';
import { newestKnownMigration, type Contents } from './contents.js';
import { migrateAndAnalyze } from './fill-server.js';
import { loadTables } from './load-tables.js';
import { requireReplaceable } from './target.js';
import { writeInTransaction } from './write-transaction.js';

/** Builds a new embedded database in a separate folder, then replaces the existing database with it. */
export async function fillFolder(config: Config, contents: Contents, replace: boolean): Promise<void> {
  const newest = newestKnownMigration(contents.migrations);
  const { DATA_DIR } = config;
  const lock = await lockDataDir(DATA_DIR);
  const { database, restoreFolder, newDatabase, oldDatabase, demoMarker } = restorePaths(DATA_DIR);
  try {
    finishRestore(DATA_DIR);
    // With `replace`, the existing database is not opened, because it may be damaged.
    if (!replace && existsSync(database)) await requireNoAccounts(database);
    await rm(restoreFolder, { recursive: true, force: true });
    await fill({ ...config, DATA_DIR: restoreFolder }, contents, newest);
    if (existsSync(database)) await rename(database, oldDatabase);
    await rename(newDatabase, database);
    await writeFile(demoMarker, '');
  } finally {
    // The restore folder must remain if the existing database was moved away and the new one is not in place. The next
    // start then completes the restore.
    if (existsSync(database) || !existsSync(oldDatabase)) await rm(restoreFolder, { recursive: true, force: true });
    await lock.release();
  }
}

async function fill(config: Config, contents: Contents, newest?: string): Promise<void> {
  const orm = await openOrm({ ...config, DATABASE_URL: undefined }, ENTITIES);
  try {
    await orm.migrate(newest);
    await writeInTransaction(orm.database, (writing) => loadTables(writing, contents.tables, contents.rowsOf));
    await migrateAndAnalyze(orm);
  } finally {
    await orm.close();
  }
}

/** @throws {CommandError} */
async function requireNoAccounts(folder: string): Promise<void> {
  let pglite: PGlite;
  try {
    pglite = await PGlite.create({ dataDir: folder });
  } catch (error) {
    throw new CommandError(
      `The existing database cannot be opened (${(error as Error).message}). Use --replace to replace it.`,
    );
  }
  try {
    await requireReplaceable({ query: async <Row>(text: string) => (await pglite.query<Row>(text)).rows }, false);
  } finally {
    await pglite.close();
  }
}
