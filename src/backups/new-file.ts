import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes a file that only its owner can read. All errors of the file contain its path. */
export async function writeNewFile(path: string, content: Readable): Promise<void> {
  const file = createWriteStream(path, { mode: 0o600, flush: true });
  // Errors of writing, for example of a full disk, have no path. Without it, they resemble errors of the database.
  file.once('error', (error: NodeJS.ErrnoException) => {
    if (error !== content.errored) error.path ??= path;
  });
  await pipeline(content, file);
}
