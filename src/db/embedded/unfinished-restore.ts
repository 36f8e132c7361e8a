import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths that a restore uses: for the new database, and for the existing one, which the restore moves away. */
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
 * place. Otherwise, the service would create a new, empty database. The caller must hold the lock of the data folder.
 */
export function finishRestore(dataDir: string): void {
  const { database, restoreFolder, newDatabase, oldDatabase, demoMarker } = restorePaths(dataDir);
  if (existsSync(database) || !existsSync(oldDatabase)) return;
  const hasNewDatabase = existsSync(newDatabase);
  if (hasNewDatabase) writeFileSync(demoMarker, '');
  renameSync(hasNewDatabase ? newDatabase : oldDatabase, database);
  rmSync(restoreFolder, { recursive: true, force: true });
  const done = hasNewDatabase ? 'was completed' : 'was undone: the database before the restore is used again';
  process.stderr.write(`Queenbook: an interrupted restore into ${dataDir} ${done}\n`);
}
