import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartupError } from '../../../core/startup-error.js';
import { HeldLock } from './held-lock.js';
import { sendHeartbeat, holderIn, hostName, kernelName, lockText, type Holder } from './lock-file.js';
import { systemLock } from './system-lock.js';

/** The error if the data folder is in use. Two processes on one embedded database would lose rows without an error. */
export class DataDirLocked extends StartupError {
  constructor(folder: string, holder?: Pick<Holder, 'pid' | 'host'>) {
    const where = holder && holder.host !== hostName() ? ` on ${holder.host}` : '';
    const holderName = holder ? `process ${holder.pid}${where}` : 'another process';
    super(`DATA_DIR ${folder} is in use by ${holderName}: only one process at a time can use the embedded database`);
  }
}

/** Time to wait for a heartbeat of a holder that the system lock may not show. A holder sends one every second. */
const WATCH_MS = 10_000;
const POLL_MS = 250;
/** Time for a suspended holder to notice that it was replaced. */
const REPLACEMENT_NOTICE_MS = 2_000;
/** Time for another process to write its holder line after it has locked the file. */
const HOLDER_WRITE_MS = 5_000;
const RETRY_MS = 10;

/** Reports the reason why the start takes several seconds. */
type Notify = (line: string) => void;

/**
 * Locks the folder or finds its holder. Among processes of one kernel, the system lock decides at once. The system lock
 * may not apply to processes of another kernel that share the volume (another host, or a container in a virtual
 * machine). This process replaces such a holder if the holder sends no heartbeats. Clocks of different machines are
 * never compared.
 */
export async function takeLock(folder: string, notify: Notify): Promise<HeldLock> {
  const path = join(folder, 'lock');
  for (const until = performance.now() + HOLDER_WRITE_MS; ;) {
    const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      const locked = await systemLock(file);
      const text = readFileSync(file, 'utf8');
      const holder = holderIn(text);
      const isLocked = locked === false;
      // The open file is no longer in the folder if the holder of the lock removed the file after this process had
      // opened it.
      const isMine = !isLocked && isAt(path, file);
      const isLate = performance.now() > until;
      if ((isLocked && holder) || (!isMine && isLate)) throw new DataDirLocked(folder, holder ?? undefined);
      if (isMine) {
        const isCertain = locked === true && (holder?.kernel ?? kernelName()) === kernelName();
        if (holder && !isCertain) await watchHeartbeats(folder, path, holder, notify);
        // If the holder released the lock during the wait, it also removed the file.
        if (isAt(path, file)) return await writeHolder(folder, path, file, isCertain);
      }
    } catch (error) {
      closeSync(file);
      throw error;
    }
    closeSync(file);
    await setTimeout(RETRY_MS);
  }
}

function isAt(path: string, file: number): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  const { ino, dev } = fstatSync(file);
  return there?.ino === ino && there.dev === dev;
}

/** @throws {DataDirLocked} if the holder is alive, although the system lock does not show it */
async function watchHeartbeats(folder: string, path: string, holder: Holder, notify: Notify): Promise<void> {
  notify(
    `DATA_DIR ${folder} was in use by process ${holder.pid} on ${holder.host}; ` +
      `waiting ${WATCH_MS / 1000} s for a heartbeat`,
  );
  const first = read(path);
  for (const until = performance.now() + WATCH_MS; performance.now() < until;) {
    await setTimeout(POLL_MS);
    const now = read(path);
    if (now === undefined) return;
    if (now !== first) throw new DataDirLocked(folder, holder);
  }
}

/** Opens the file each time, so that network file systems read it from the server. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes this process as the holder.
 * @param isCertain whether no other process can become the holder at the same time
 * @throws {DataDirLocked} if another process became the holder at the same time
 */
async function writeHolder(folder: string, path: string, file: number, isCertain: boolean): Promise<HeldLock> {
  const id = randomUUID();
  const text = lockText(0, { pid: process.pid, host: hostName(), kernel: kernelName(), id });
  writeSync(file, text, 0);
  ftruncateSync(file, text.length);
  if (!isCertain) {
    await setTimeout(REPLACEMENT_NOTICE_MS);
    if (!sendHeartbeat(path, id, 0)) throw new DataDirLocked(folder, holderIn(read(path) ?? '') ?? undefined);
  }
  return new HeldLock(folder, path, file, id);
}
