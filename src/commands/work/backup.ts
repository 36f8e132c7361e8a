import { writeNewFile } from '../../backups/new-file.js';
import { writeBackup } from '../../backups/write-backup.js';
import type { Config } from '../../core/config.js';
import { openOrm } from '../../db/orm.js';
import { ENTITIES } from '../../features/entities.js';
import { requestService } from '../admin-client.js';

/** Writes the backup. If a service has the embedded database open, the service writes it. */
export async function makeBackup(config: Config, path: string, portable: boolean): Promise<void> {
  const sent = await requestService(config, 'backup', {});
  if (sent) return writeNewFile(path, sent);
  const orm = await openOrm(config, ENTITIES);
  try {
    await writeBackup(orm.database, path, portable ? undefined : config.DATABASE_URL);
  } finally {
    await orm.close();
  }
}
