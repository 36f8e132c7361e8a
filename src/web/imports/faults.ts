import { csvOf } from '../data/csv.js';

/** An error or a warning of a file. */
export interface Fault {
  row: number | null;
  column: string | null;
  message: string;
}

export interface FaultGroup {
  message: string;
  faults: readonly Fault[];
}

/**
 * Groups faults by their messages, the most frequent first. A column that is wrong in every row is a single error for
 * the user.
 */
export function groupFaults(faults: readonly Fault[]): FaultGroup[] {
  const groups = new Map<string, Fault[]>();
  for (const fault of faults) {
    const group = groups.get(fault.message);
    if (group) group.push(fault);
    else groups.set(fault.message, [fault]);
  }
  return [...groups]
    .map(([message, group]) => ({ message, faults: group }))
    .sort((one, other) => other.faults.length - one.faults.length);
}

export function faultsCsv(faults: readonly Fault[], header: readonly string[]): string {
  return csvOf([
    header,
    ...faults.map(({ row, column, message }) => [row === null ? '' : String(row), column ?? '', message]),
  ]);
}
