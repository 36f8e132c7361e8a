import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotStart } from './cannot-start.js';

/** The data folder is in use: two processes on one embedded database would lose rows silently. */
export class DataDirLocked extends CannotStart {}

/**
 * Takes the data folder for this process, by a file with its process id; it is made where there is none. A file left
 * behind by a process that is no more is taken over.
 * @returns what gives the folder back
 * @throws {CannotStart} as {@link DataDirLocked} where another process has it
 */
export function lockDataDir(folder: string): () => void {
  try {
    makeFolder(folder);
    return lock(folder);
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`DATA_DIR ${folder} is no folder that can be written to: ${(error as Error).message}`);
  }
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

function lock(folder: string): () => void {
  const path = join(folder, 'lock');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const file = openSync(path, 'wx', 0o600);
      writeSync(file, `${process.pid} ${startTime(process.pid) ?? ''}`);
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = readHolder(path);
      if (holder !== undefined && isRunning(holder)) {
        throw new DataDirLocked(
          `DATA_DIR ${folder} is in use by process ${holder.pid}: the embedded database takes one process at a time`,
        );
      }
      rmSync(path, { force: true });
    }
  }
  throw new DataDirLocked(`DATA_DIR ${folder} could not be locked: another process keeps taking it`);
}

interface Holder {
  pid: number;
  started: string;
}

function readHolder(path: string): Holder | undefined {
  try {
    const [pid, started = ''] = readFileSync(path, 'utf8').split(' ');
    return { pid: Number(pid), started };
  } catch {
    return undefined;
  }
}

/** Process ids come again after a restart of the machine or container: the start time tells a stranger from the holder. */
function isRunning({ pid, started }: Holder): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (pid === process.pid && started === (startTime(pid) ?? '')) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const now = startTime(pid);
  return now === undefined || started === '' || now === started;
}

/** When a process started, in clock ticks since boot; undefined where /proc does not tell. */
function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name may hold blanks; fields are counted after its closing bracket. starttime is field 22.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
