import { join } from 'node:path';
import type { Config } from '../core/config.js';

/** A length of a socket path that all systems allow. Linux allows 107 bytes, and some systems allow fewer bytes. */
const MAX_PATH_BYTES = 100;

/** Path of the socket on which the service accepts commands; null if the service opens no socket. */
export function adminSocketPath({ DATABASE_URL, DATA_DIR }: Config): string | null {
  if (DATABASE_URL !== undefined || process.platform === 'win32') return null;
  const path = join(DATA_DIR, 'desk.sock');
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : null;
}
