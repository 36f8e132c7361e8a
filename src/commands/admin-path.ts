import { join } from 'node:path';
import type { Config } from '../core/config.js';

/** What the name of a socket may be long, in bytes: less on some systems, 107 on Linux. */
const LONGEST = 100;

/** The socket beside the embedded database at which the service takes commands; null where there can be none. */
export function adminSocketPath({ DATABASE_URL, DATA_DIR }: Config): string | null {
  if (DATABASE_URL !== undefined || process.platform === 'win32') return null;
  const path = join(DATA_DIR, 'desk.sock');
  return Buffer.byteLength(path) <= LONGEST ? path : null;
}
