import { readFileSync } from 'node:fs';

/**
 * The lock of an earlier version named a process and when it started, and nothing else held the folder.
 * @returns the process, where it runs and is seen from here
 */
export function runningProcess(text: string): number | undefined {
  const [, pid, started] = /^(\d+) (\d+)$/.exec(text) ?? [];
  return pid !== undefined && startTime(pid) === started ? Number(pid) : undefined;
}

/** When a process started, in clock ticks since boot; undefined where there is none, or no /proc. */
function startTime(pid: string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name may hold blanks; fields are counted after its closing bracket. starttime is field 22.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
