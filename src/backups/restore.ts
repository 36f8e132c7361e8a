import type { Config } from '../core/config.js';
import { CommandError } from '../core/command-error.js';
import { openArchive } from './archive.js';
import { newestKnownMigration, type Contents } from './contents.js';
import { fillFolder } from './fill-folder.js';
import { fillServer, openTarget } from './fill-server.js';
import { rowsFile, type Manifest } from './manifest.js';
import { restoreDump } from './pg-restore.js';

/**
 * Replaces the configured database with a backup. If the restore fails, the database is unchanged. The backup is
 * verified first, and the written data is compared with the backup.
 * @param replace whether existing accounts may be deleted
 * @param checkOnly whether to verify the backup without restoring it
 */
export async function restore(
  config: Config,
  path: string,
  { replace, checkOnly }: { replace: boolean; checkOnly: boolean },
): Promise<Manifest> {
  const archive = await openArchive(path);
  try {
    const { manifest, read } = archive;
    newestKnownMigration(manifest.migrations);
    if (manifest.kind === 'pg_dump' && config.DATABASE_URL === undefined) {
      throw new CommandError(`${path} is a PostgreSQL dump, which can only be restored to a server. Set DATABASE_URL.`);
    }
    if (checkOnly) return manifest;
    const contents: Contents = { ...manifest, rowsOf: ({ name }) => read(rowsFile(name)) };
    if (config.DATABASE_URL === undefined) {
      await fillFolder(config, contents, replace);
      return manifest;
    }
    const orm = await openTarget(config, config.DATABASE_URL, replace);
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
