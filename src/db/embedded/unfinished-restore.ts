import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a restore makes its database, and sets aside the one that is there before it takes its place. */
export const restorePaths = (dataDir: string) => {
  const beside = join(dataDir, 'restoring');
  return {
    database: join(dataDir, 'database'),
    beside,
    made: join(beside, 'database'),
    replaced: join(beside, 'replaced'),
    /** What is there is not to be taken for a new database that wants sample data. */
    planted: join(dataDir, 'demo-planted'),
  };
};

/**
 * Finishes a restore that was cut short when it had set aside the old database, and before the one that it had made was
 * in its place: what is to be opened would be taken for a new one else. To be called by whoever has the data folder.
 */
export function finishRestore(dataDir: string): void {
  const { database, beside, made, replaced, planted } = restorePaths(dataDir);
  if (existsSync(database) || !existsSync(replaced)) return;
  const isMade = existsSync(made);
  if (isMade) writeFileSync(planted, '');
  renameSync(isMade ? made : replaced, database);
  rmSync(beside, { recursive: true, force: true });
  const done = isMade
    ? 'has been finished'
    : 'has been undone: the database that was there before is in its place again';
  process.stderr.write(`Queenbook: a restore into ${dataDir} that was cut short ${done}\n`);
}
