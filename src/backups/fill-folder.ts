import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import type { Config } from '../core/config.js';
import { lockDataDir } from '../db/embedded/data-dir/lock.js';
import { migrateAll } from '../db/migrate.js';
import { openOrm } from '../db/orm.js';
import { ENTITIES } from '../features/entities.js';
import { QUEUES } from '../features/queues.js';
import { CommandError } from '../core/command-error.js';
import { finishRestore, restorePaths } from '../db/embedded/unfinished-restore.js';
import { newestKnownMigration, type Contents } from './contents.js';
import { loadTables } from './load-tables.js';
import { requireReplaceable } from './target.js';
import { writeEmbedded } from './write-transaction.js';

/** Puts contents in place of the embedded database, once a new one that holds them stands beside it. */
export async function fillFolder(config: Config, contents: Contents, replace: boolean): Promise<void> {
  const newest = newestKnownMigration(contents.migrations);
  const { DATA_DIR } = config;
  const lock = await lockDataDir(DATA_DIR);
  const { database, beside, made, replaced, planted } = restorePaths(DATA_DIR);
  try {
    finishRestore(DATA_DIR);
    // With leave to replace it, it need not even open: it may be damaged.
    if (!replace && existsSync(database)) await mustHoldNoAccount(database);
    await rm(beside, { recursive: true, force: true });
    await fill({ ...config, DATA_DIR: beside }, contents, newest);
    if (existsSync(database)) await rename(database, replaced);
    await rename(made, database);
    await writeFile(planted, '');
  } finally {
    // Where neither is in place, what stands beside is all there is: whoever opens it next finishes.
    if (existsSync(database) || !existsSync(replaced)) await rm(beside, { recursive: true, force: true });
    await lock.release();
  }
}

async function fill(config: Config, contents: Contents, newest: string): Promise<void> {
  const orm = await openOrm(config, ENTITIES);
  try {
    await orm.migrateTo(newest);
    await writeEmbedded(orm.database, (writing) => loadTables(writing, contents.tables, contents.rowsOf));
    await migrateAll(orm, QUEUES);
    await orm.database.pglite!.exec('analyze');
  } finally {
    await orm.close();
  }
}

/** @throws {CommandError} */
async function mustHoldNoAccount(folder: string): Promise<void> {
  let pglite: PGlite;
  try {
    pglite = await PGlite.create({ dataDir: folder });
  } catch (error) {
    throw new CommandError(
      `There is a database that cannot be opened (${(error as Error).message}). --replace replaces it.`,
    );
  }
  try {
    await requireReplaceable({ query: async <Row>(text: string) => (await pglite.query<Row>(text)).rows }, false);
  } finally {
    await pglite.close();
  }
}
