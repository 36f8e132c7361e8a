import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartupError } from '../../../core/startup-error.js';
import { runningProcess } from './earlier-lock.js';
import { HeldLock } from './held-lock.js';
import { beat, holderIn, hostName, kernelName, lockText, type Holder } from './lock-file.js';
import { systemLock } from './system-lock.js';

/** The data folder is in use: two processes on one embedded database would lose rows silently. */
export class DataDirLocked extends StartupError {
  constructor(folder: string, holder?: Pick<Holder, 'pid' | 'host'>) {
    const where = holder && holder.host !== hostName() ? ` on ${holder.host}` : '';
    const who = holder ? `process ${holder.pid}${where}` : 'another process';
    super(`DATA_DIR ${folder} is in use by ${who}: the embedded database takes one process at a time`);
  }
}

/** Milliseconds in which a holder on another kernel is seen to live; its heartbeats come each second. */
const WATCH_MS = 10_000;
const LOOK_MS = 250;
/** Milliseconds in which a holder that was suspended until now finds that it was replaced. */
const SETTLE_MS = 2_000;
/** Milliseconds that another process may take to name itself in the file that it has locked. */
const NAMING_MS = 5_000;
const RETRY_MS = 10;

/** What is said before a wait of some seconds. */
type Say = (line: string) => void;

/**
 * Takes the folder, or finds who has it. Between processes of one kernel the system's lock decides at once. It may not
 * reach a process of another kernel that shares the volume (another host, or a container that is a virtual machine):
 * from that the folder is taken once its heartbeats are missing. No two clocks are compared.
 * @throws {DataDirLocked}
 */
export async function takeLock(folder: string, say: Say): Promise<HeldLock> {
  const path = join(folder, 'lock');
  for (const until = performance.now() + NAMING_MS; ;) {
    const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      const locked = await systemLock(file);
      const text = readFileSync(file, 'utf8');
      const holder = holderIn(text);
      const isTaken = locked === false;
      // Else it was given back, and removed, after it was opened.
      const isMine = !isTaken && isAt(path, file);
      const isLate = performance.now() > until;
      if ((isTaken && holder) || (!isMine && isLate)) throw new DataDirLocked(folder, holder ?? undefined);
      if (isMine) {
        const pid = runningProcess(text);
        if (pid !== undefined) throw new DataDirLocked(folder, { pid, host: hostName() });
        const isCertain = locked === true && (holder?.kernel ?? kernelName()) === kernelName();
        if (holder && !isCertain) await watch(folder, path, holder, say);
        // Where its holder has given the folder back meanwhile, it took the file along.
        if (isAt(path, file)) return await name(folder, path, file, isCertain);
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

/** @throws {DataDirLocked} where a holder that the system's lock may not show lives */
async function watch(folder: string, path: string, holder: Holder, say: Say): Promise<void> {
  say(
    `DATA_DIR ${folder} was in use by process ${holder.pid} on ${holder.host}; ` +
      `waiting ${WATCH_MS / 1000} s for a sign that it still is`,
  );
  const first = read(path);
  for (const until = performance.now() + WATCH_MS; performance.now() < until;) {
    await setTimeout(LOOK_MS);
    const now = read(path);
    if (now === undefined) return;
    if (now !== first) throw new DataDirLocked(folder, holder);
  }
}

/** Opens the file each time: a network file system then asks the server. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Names this process in the file.
 * @param isCertain whether nobody else can be doing the same
 * @throws {DataDirLocked} where another process named itself at the same time
 */
async function name(folder: string, path: string, file: number, isCertain: boolean): Promise<HeldLock> {
  const id = randomUUID();
  const text = lockText(0, { pid: process.pid, host: hostName(), kernel: kernelName(), id });
  writeSync(file, text, 0);
  ftruncateSync(file, text.length);
  if (!isCertain) {
    await setTimeout(SETTLE_MS);
    if (!beat(path, id, 0)) throw new DataDirLocked(folder, holderIn(read(path) ?? '') ?? undefined);
  }
  return new HeldLock(folder, path, file, id);
}
