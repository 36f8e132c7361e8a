import { createHash, randomUUID } from 'node:crypto';
import { constants, copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  // Written beside and put in place whole: one that is empty for a moment would look left behind.
  const mine = `${path}.${randomUUID()}`;
  writeFileSync(mine, `${process.pid} ${startTime(process.pid) ?? ''}`, { flag: 'wx', mode: 0o600 });
  try {
    take(path, mine, folder);
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(path, { force: true });
}

/**
 * Puts a lock in place. One that was left behind is cleared away by whoever has a lock of the same kind for just that,
 * or two who find it would each remove it, the second of them the lock that the first has taken meanwhile.
 */
function take(path: string, mine: string, folder: string): void {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    if (link(mine, path)) return;
    const left = read(path);
    if (left === undefined) continue;
    const holder = holderOf(left);
    if (isRunning(holder)) {
      throw new DataDirLocked(
        `DATA_DIR ${folder} is in use by process ${holder.pid}: the embedded database takes one process at a time`,
      );
    }
    const clearing = `${path}.${createHash('md5').update(left).digest('hex')}`;
    take(clearing, mine, folder);
    try {
      if (read(path) === left) rmSync(path, { force: true });
    } finally {
      rmSync(clearing, { force: true });
    }
  }
  throw new DataDirLocked(`DATA_DIR ${folder} could not be locked: another process keeps taking it`);
}

const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** @returns whether nothing was there */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.includes(code)) throw error;
  }
  // Some file systems, such as those of memory sticks, have no links.
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** @returns undefined where it has just been given back */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

interface Holder {
  pid: number;
  started: string;
}

function holderOf(text: string): Holder {
  const [pid, started = ''] = text.split(' ');
  return { pid: Number(pid), started };
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
