import type { Config } from '../core/config.js';
import { SCHEMA_LOCK, migrateAll } from '../db/migrate.js';
import { openOrm, type Orm } from '../db/orm.js';
import { ENTITIES } from '../features/entities.js';
import { QUEUES } from '../features/queues.js';
import { newestKnownMigration, type Contents } from './contents.js';
import { loadTables } from './load-tables.js';
import { DROP_ALL, requireReplaceable, requireNoConnections } from './target.js';
import { MIGRATIONS_TABLE, type Queryable } from './tables.js';
import { writeServer } from './write-transaction.js';

/** Imports whose files were on their way in: nobody sends the rest. */
export const DELETE_UNFINISHED_UPLOADS = `delete from import where status = 'receiving'`;

export type ServerConfig = Config & { DATABASE_URL: string };

/** Opens a server to be filled, under a name that tells its connections from those of a service at work. */
export async function openTarget(config: ServerConfig, replace: boolean): Promise<Orm> {
  const url = new URL(config.DATABASE_URL);
  url.searchParams.set('application_name', 'queenbook-restore');
  const orm = await openOrm({ ...config, DATABASE_URL: url.href }, ENTITIES);
  try {
    await mayBeFilled(askingOf(orm), replace);
    return orm;
  } catch (error) {
    await orm.close();
    throw error;
  }
}

const askingOf = ({ database }: Orm): Queryable => ({
  query: async <Row>(text: string, values?: unknown[]) => (await database.pool!.query(text, values)).rows as Row[],
});

/** @throws {Refusal} */
async function mayBeFilled(asking: Queryable, replace: boolean): Promise<void> {
  await requireReplaceable(asking, replace);
  await requireNoConnections(asking);
}

/** Puts contents in place of what a server holds: all of it, or nothing. */
export async function fillServer(orm: Orm, contents: Contents, replace: boolean): Promise<void> {
  const newest = newestKnownMigration(contents.migrations);
  // Makes the table of migrations, which a transaction would do on another connection.
  await orm.pending();
  await writeServer(orm.database.pool!, async (writing, transaction) => {
    await writing.query(`select pg_advisory_xact_lock(${SCHEMA_LOCK})`);
    await mayBeFilled(writing, replace);
    await writing.query(DROP_ALL);
    await writing.query(`delete from public.${MIGRATIONS_TABLE}`);
    await orm.migrateTo(newest, transaction);
    await loadTables(writing, contents.tables, contents.rowsOf);
    await writing.query(DELETE_UNFINISHED_UPLOADS);
  });
  await finish(orm);
}

/** Brings the tables up to this program, and tells the planner of them. */
export async function finish(orm: Orm): Promise<void> {
  await migrateAll(orm, QUEUES);
  await orm.database.pool!.query('analyze');
}
