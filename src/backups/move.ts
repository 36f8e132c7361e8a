import type { Config } from '../core/config.js';
import { openOrm } from '../db/orm.js';
import { ENTITIES } from '../features/entities.js';
import type { Contents } from './contents.js';
import { fillServer, openTarget } from './fill-server.js';
import { withSnapshot } from './snapshot.js';
import { listTables, measureTables, appliedMigrations, type MeasuredTable } from './tables.js';

/**
 * Copies the embedded database to an empty server, in one transaction. Rows are streamed. Jobs are not copied, because
 * the service creates new jobs for unfinished imports and breeding-value runs after it starts on the server.
 * @returns the copied tables, with their row counts and checksums in the embedded database
 */
export async function move(config: Config, url: string): Promise<MeasuredTable[]> {
  const target = await openTarget(config, url, false);
  try {
    const source = await openOrm(config, ENTITIES);
    try {
      return await withSnapshot(source.database, async (reading) => {
        const contents: Contents = {
          migrations: await appliedMigrations(reading),
          tables: await measureTables(reading, await listTables(reading)),
          rowsOf: reading.copyOut,
        };
        await fillServer(target, contents, false);
        return contents.tables;
      });
    } finally {
      await source.close();
    }
  } finally {
    await target.close();
  }
}
