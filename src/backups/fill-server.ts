import type { Config } from '../core/config.js';
import { SCHEMA_LOCK, migrateAll } from '../db/migrate.js';
import { openOrm, type Orm } from '../db/orm.js';
import { ENTITIES } from '../features/entities.js';
import { QUEUES } from '../features/queues.js';
import { newestKnownMigration, type Contents } from './contents.js';
import { loadTables } from './load-tables.js';
import { DROP_ALL, requireReplaceable, requireNoConnections } from './target.js';
import { MIGRATIONS_TABLE, type Queryable } from './tables.js';
import { writeInTransaction } from './write-transaction.js';

/** Deletes imports whose upload was interrupted, because their clients will not continue. */
export const DELETE_UNFINISHED_UPLOADS = `delete from import where status = 'receiving'`;

/**
 * Opens the target server, with an application name that distinguishes this connection from connections of a running
 * service.
 */
export async function openTarget(config: Config, url: string, replace: boolean): Promise<Orm> {
  const orm = await openOrm({ ...config, DATABASE_URL: url }, ENTITIES, { applicationName: 'queenbook-restore' });
  try {
    await requireFillable(queryableOf(orm), replace);
    return orm;
  } catch (error) {
    await orm.close();
    throw error;
  }
}

export const queryableOf = ({ database }: Orm): Queryable => ({
  query: async <Row>(text: string, values?: unknown[]) => (await database.pool.query(text, values)).rows as Row[],
});

/** @throws {CommandError} */
async function requireFillable(db: Queryable, replace: boolean): Promise<void> {
  await requireReplaceable(db, replace);
  await requireNoConnections(db);
}

/** Replaces the contents of a server in one transaction. */
export async function fillServer(orm: Orm, contents: Contents, replace: boolean): Promise<void> {
  const newest = newestKnownMigration(contents.migrations);
  // Creates the table of migrations before the transaction. MikroORM would otherwise create it on another connection.
  await orm.pending();
  await writeInTransaction(orm.database, async (writing, transaction) => {
    await writing.query(`select pg_advisory_xact_lock(${SCHEMA_LOCK})`);
    await requireFillable(writing, replace);
    await writing.query(DROP_ALL);
    await writing.query(`delete from public.${MIGRATIONS_TABLE}`);
    await orm.migrate(newest, transaction);
    await loadTables(writing, contents.tables, contents.rowsOf);
    await writing.query(DELETE_UNFINISHED_UPLOADS);
  });
  await migrateAndAnalyze(orm);
}

/** Migrates the tables to this version and updates the planner's statistics. */
export async function migrateAndAnalyze(orm: Orm): Promise<void> {
  await migrateAll(orm, QUEUES);
  await orm.database.pool.query('analyze');
}
