import type { Config } from '../core/config.js';
import { openOrm } from '../db/orm.js';
import { ENTITIES } from '../features/entities.js';
import type { Contents } from './contents.js';
import { fillServer, openTarget } from './fill-server.js';
import { withSnapshot } from './snapshot.js';
import { listTables, measureTables, appliedMigrations, type MeasuredTable } from './tables.js';

/**
 * Copies the embedded database to an empty server: all of it, or nothing. Rows go from one to the other as they are
 * read. What is left to do is told by imports and runs, which the service takes up where it starts on the server.
 * @returns what was moved; the same as what the server was seen to hold
 */
export async function move(config: Config, url: string): Promise<MeasuredTable[]> {
  const target = await openTarget({ ...config, DATABASE_URL: url }, false);
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
