import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of a restore: where it creates its database, and where it moves the existing one before replacing it. */
export const restorePaths = (dataDir: string) => {
  const beside = join(dataDir, 'restoring');
  return {
    database: join(dataDir, 'database'),
    beside,
    made: join(beside, 'database'),
    replaced: join(beside, 'replaced'),
    /** Marks the database as not new, so that no sample data is loaded. */
    planted: join(dataDir, 'demo-planted'),
  };
};

/**
 * Completes or undoes a restore that was interrupted after it moved the old database away and before the new one was in
 * place. The folder would otherwise look like a new database. The caller must hold the lock of the data folder.
 */
export function finishRestore(dataDir: string): void {
  const { database, beside, made, replaced, planted } = restorePaths(dataDir);
  if (existsSync(database) || !existsSync(replaced)) return;
  const isMade = existsSync(made);
  if (isMade) writeFileSync(planted, '');
  renameSync(isMade ? made : replaced, database);
  rmSync(beside, { recursive: true, force: true });
  const done = isMade ? 'was completed' : 'was undone: the previous database is back in place';
  process.stderr.write(`Queenbook: an interrupted restore into ${dataDir} ${done}\n`);
}
