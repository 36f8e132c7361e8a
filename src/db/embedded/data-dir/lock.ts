import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartupError } from '../../../core/startup-error.js';
import type { HeldLock } from './held-lock.js';
import { DataDirLocked, takeLock } from './take-lock.js';

/** Time to wait for the previous process to end. */
const LOCK_WAIT_MS = 5_000;
const RETRY_MS = 100;

/**
 * Locks the data folder for this process, and creates it if necessary.
 * @throws {DataDirLocked} if another process holds the lock
 * @throws {StartupError} if the folder is not writable
 */
export async function lockDataDir(folder: string, patience = LOCK_WAIT_MS): Promise<HeldLock> {
  const until = performance.now() + patience;
  let hasNotified = false;
  const notify = (line: string) => {
    if (!hasNotified) process.stderr.write(`Queenbook: ${line}\n`);
    hasNotified = true;
  };
  for (;;) {
    try {
      makeFolder(folder);
      return await takeLock(folder, notify);
    } catch (error) {
      if (!(error instanceof DataDirLocked)) throw toStartupError(folder, error);
      if (performance.now() >= until) throw error;
      notify(`${error.message}; waiting up to ${patience / 1000} s for that process to end`);
    }
    await setTimeout(RETRY_MS);
  }
}

function toStartupError(folder: string, error: unknown): StartupError {
  if (error instanceof StartupError) return error;
  return new StartupError(`DATA_DIR ${folder} is not a writable folder: ${(error as Error).message}`);
}

/**
 * Creates a folder and its missing parents. Node's recursive mkdir is not used, because it never ends if no folder can
 * be created, for example in /proc.
 */
function makeFolder(folder: string): void {
  const above = dirname(folder);
  if (!existsSync(above)) makeFolder(above);
  try {
    mkdirSync(folder, 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
