import type { Config } from '../core/config.js';
import { CommandError } from '../core/command-error.js';
import { openArchive } from './archive.js';
import { newestKnownMigration, type Contents } from './contents.js';
import { fillFolder } from './fill-folder.js';
import { fillServer, openTarget, type ServerConfig } from './fill-server.js';
import { rowsFile, type Manifest } from './manifest.js';
import { restoreDump } from './pg-restore.js';

/**
 * Puts a backup in place of what the configured database holds: all of it, or nothing. The backup is read to its end
 * before anything is touched, and what was written is compared with it in the end.
 * @param replace whether accounts that are there may be lost
 * @param trial only looks at the backup
 */
export async function restore(
  config: Config,
  path: string,
  { replace, trial }: { replace: boolean; trial: boolean },
): Promise<Manifest> {
  const archive = await openArchive(path);
  try {
    const { manifest, read } = archive;
    newestKnownMigration(manifest.migrations);
    if (manifest.kind === 'pg_dump' && config.DATABASE_URL === undefined) {
      throw new CommandError(`${path} is a dump of PostgreSQL, for a server: set DATABASE_URL.`);
    }
    if (trial) return manifest;
    const contents: Contents = { ...manifest, rowsOf: ({ name }) => read(rowsFile(name)) };
    if (config.DATABASE_URL === undefined) {
      await fillFolder(config, contents, replace);
      return manifest;
    }
    const orm = await openTarget(config as ServerConfig, replace);
    try {
      if (manifest.kind === 'pg_dump') await restoreDump(orm, config.DATABASE_URL, archive);
      else await fillServer(orm, contents, replace);
    } finally {
      await orm.close();
    }
    return manifest;
  } finally {
    archive.close();
  }
}
