import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of a restore: where it creates its database, and where it moves the existing one before replacing it. */
export const restorePaths = (dataDir: string) => {
  const restoreFolder = join(dataDir, 'restoring');
  return {
    database: join(dataDir, 'database'),
    restoreFolder,
    newDatabase: join(restoreFolder, 'database'),
    oldDatabase: join(restoreFolder, 'replaced'),
    /** Marks the database as not new, so that no sample data is loaded. */
    demoMarker: join(dataDir, 'demo-planted'),
  };
};

/**
 * Completes or undoes a restore that was interrupted after it moved the old database away and before the new one was in
 * place. The folder would otherwise look like a new database. The caller must hold the lock of the data folder.
 */
export function finishRestore(dataDir: string): void {
  const { database, restoreFolder, newDatabase, oldDatabase, demoMarker } = restorePaths(dataDir);
  if (existsSync(database) || !existsSync(oldDatabase)) return;
  const isMade = existsSync(newDatabase);
  if (isMade) writeFileSync(demoMarker, '');
  renameSync(isMade ? newDatabase : oldDatabase, database);
  rmSync(restoreFolder, { recursive: true, force: true });
  const done = isMade ? 'was completed' : 'was undone: the previous database is back in place';
  process.stderr.write(`Queenbook: an interrupted restore into ${dataDir} ${done}\n`);
}
