import { writeSync } from 'node:fs';

const STANDARD_ERROR = 2;

/** Says why the process ends at once; in any thread, and also where nobody reads it any more. */
export function sayLast(line: string): void {
  try {
    writeSync(STANDARD_ERROR, line);
  } catch {
    // The end does not depend on it.
  }
}
