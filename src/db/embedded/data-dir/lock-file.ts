import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * The file `lock` in the data folder: a count of heartbeats, then who holds the folder. The count comes first and has a
 * fixed width, so that a late heartbeat of a process that was replaced changes nothing but the count of the next holder.
 */
export interface Holder {
  pid: number;
  host: string;
  /** Processes of one kernel share its file locks, in whichever container they are. */
  kernel: string;
  /** Of this one lock. */
  id: string;
}

const COUNT_DIGITS = 10;
const countOf = (beats: number) => String(beats).padStart(COUNT_DIGITS, '0');

export const lockText = (beats: number, { pid, host, kernel, id }: Holder): string =>
  [countOf(beats), pid, host, kernel, id].join(' ');

/** @returns null where the text names no holder, such as that of an earlier version */
export function holderIn(text: string): Holder | null {
  const [, pid, host, kernel, id] = /^\d{10} (\d+) (\S+) (\S+) ([\da-f-]{36})$/.exec(text) ?? [];
  return id === undefined ? null : { pid: Number(pid), host: host!, kernel: kernel!, id };
}

/** A name that is the same for all processes of this kernel, and for none of another. */
export function kernelName(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostName();
  }
}

export const hostName = (): string => hostname().replace(/\s/g, '-') || 'localhost';

const GONE = ['ENOENT', 'ESTALE'];

/**
 * Shows processes of other kernels that the holder lives, and looks whether it still is the holder. The file is opened
 * each time: a network file system takes that as the moment to exchange what was written with the server.
 * @returns false where the folder is another's now; what cannot be read is no sign of that
 */
export function beat(path: string, id: string, beats: number): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, 'r+');
    if (holderIn(readFileSync(file, 'utf8'))?.id !== id) return false;
    writeSync(file, countOf(beats), 0);
  } catch (error) {
    return !GONE.includes((error as NodeJS.ErrnoException).code ?? '');
  } finally {
    if (file !== undefined) closeSync(file);
  }
  return true;
}
