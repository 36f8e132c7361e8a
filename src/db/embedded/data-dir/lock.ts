import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartupError } from '../../../core/startup-error.js';
import type { HeldLock } from './held-lock.js';
import { DataDirLocked, takeLock } from './take-lock.js';

/** Milliseconds that a process waits for the one before it to end. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 100;

/**
 * Takes the data folder for this process; it is made where there is none.
 * @throws {StartupError} as {@link DataDirLocked} where another process has it
 */
export async function lockDataDir(folder: string, patience = PATIENCE_MS): Promise<HeldLock> {
  const until = performance.now() + patience;
  let hasSaid = false;
  const say = (line: string) => {
    if (!hasSaid) process.stderr.write(`Queenbook: ${line}\n`);
    hasSaid = true;
  };
  for (;;) {
    try {
      makeFolder(folder);
      return await takeLock(folder, say);
    } catch (error) {
      if (!(error instanceof DataDirLocked)) throw unusable(folder, error);
      if (performance.now() >= until) throw error;
      say(`${error.message}; waiting ${patience / 1000} s for it to end`);
    }
    await setTimeout(RETRY_MS);
  }
}

function unusable(folder: string, error: unknown): StartupError {
  if (error instanceof StartupError) return error;
  return new StartupError(`DATA_DIR ${folder} is no folder that can be written to: ${(error as Error).message}`);
}

/** With those above it. Node's own way tries for ever where nothing can be made, as in /proc. */
function makeFolder(folder: string): void {
  const above = dirname(folder);
  if (!existsSync(above)) makeFolder(above);
  try {
    mkdirSync(folder, 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
