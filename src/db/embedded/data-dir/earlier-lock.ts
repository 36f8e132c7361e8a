import { readFileSync } from 'node:fs';

/**
 * Reads a lock file of an earlier version. Such a file contains a process id and the start time of the process, and was
 * never locked.
 * @returns the process id, if that process is running and visible to this process
 */
export function legacyHolder(text: string): number | undefined {
  const [, pid, started] = /^(\d+) (\d+)$/.exec(text) ?? [];
  return pid !== undefined && startTime(pid) === started ? Number(pid) : undefined;
}

/** The start time of a process in clock ticks since boot; undefined if there is no such process, or no /proc. */
function startTime(pid: string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name can contain spaces, so fields are counted after its closing bracket. starttime is field 22.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
