import { writeSync } from 'node:fs';

const STANDARD_ERROR = 2;

/** Writes a last line to standard error. Works in any thread. Does nothing if standard error is closed. */
export function writeLastLine(line: string): void {
  try {
    writeSync(STANDARD_ERROR, line);
  } catch {
    // The error is ignored, because the process ends.
  }
}
