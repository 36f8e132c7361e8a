import { createWriteStream } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../core/command-error.js';

/** Creates a file that only its owner can read. All errors of the file contain its path. */
export async function writeNewFile(path: string, content: Readable): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  // Errors of writing, for example of a full disk, have no path. Without it, they resemble errors of the database.
  file.once('error', (error: NodeJS.ErrnoException) => {
    if (error !== content.errored) error.path ??= path;
  });
  await pipeline(content, file);
}

/** Renames a file, but unlike `rename` never replaces a file. @throws {CommandError} if there is a file `to` */
export async function renameToNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      // The file system does not support hard links. An empty file reserves the name.
      await (await open(to, 'wx', 0o600)).close();
      await rename(from, to);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new CommandError(`${to} already exists.`);
    throw error;
  }
  await rm(from, { force: true });
}
