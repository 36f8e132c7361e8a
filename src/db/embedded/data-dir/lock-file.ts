import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * The process that holds the lock. The lock file contains a heartbeat counter, then the holder. The counter comes first
 * and has a fixed width, so that a late heartbeat of a replaced process changes only the counter of the next holder.
 */
export interface Holder {
  pid: number;
  host: string;
  /** Processes of one kernel share its file locks, even across containers. */
  kernel: string;
  /** The id of the lock. Each process that acquires the lock creates a new id. */
  id: string;
}

const COUNT_DIGITS = 10;
const countOf = (beats: number) => String(beats).padStart(COUNT_DIGITS, '0');

export const lockText = (beats: number, { pid, host, kernel, id }: Holder): string =>
  [countOf(beats), pid, host, kernel, id].join(' ');

/** @returns null if the text names no holder, for example if a process died before it wrote its line */
export function holderIn(text: string): Holder | null {
  const [, pid, host = '', kernel = '', id] = /^\d{10} (\d+) (\S+) (\S+) ([\da-f-]{36})$/.exec(text) ?? [];
  return id === undefined ? null : { pid: Number(pid), host, kernel, id };
}

/** A name of this kernel. All processes of this kernel get this name, and other kernels have other names. */
export function kernelName(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostName();
  }
}

export const hostName = (): string => hostname().replace(/\s/g, '-') || 'localhost';

const MISSING_FILE_CODES = ['ENOENT', 'ESTALE'];

/**
 * Writes the heartbeat counter, which shows processes of other kernels that this process is alive. Also checks that
 * this process is still the holder. Opens the file each time, because network file systems synchronize a file when it
 * is opened.
 * @returns false if another process is the holder or the file is missing; other errors are ignored
 */
export function sendHeartbeat(path: string, id: string, beats: number): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, 'r+');
    if (holderIn(readFileSync(file, 'utf8'))?.id !== id) return false;
    writeSync(file, countOf(beats), 0);
  } catch (error) {
    return !MISSING_FILE_CODES.includes((error as NodeJS.ErrnoException).code ?? '');
  } finally {
    if (file !== undefined) closeSync(file);
  }
  return true;
}
