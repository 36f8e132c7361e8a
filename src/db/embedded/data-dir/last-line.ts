import { writeSync } from 'node:fs';

const STANDARD_ERROR = 2;

/** Writes a last line to standard error. Works in any thread, and if standard error is closed. */
export function writeLastLine(line: string): void {
  try {
    writeSync(STANDARD_ERROR, line);
  } catch {
    // The process ends anyway.
  }
}
