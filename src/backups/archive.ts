import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { openPromise, type Entry, type ZipFile as Opened } from 'yauzl';
import { ZipFile } from 'yazl';
import { CommandError } from '../core/command-error.js';
import { MANIFEST, manifest, type Manifest } from './manifest.js';
import { writeNewFile } from './new-file.js';

type Chunks = AsyncIterable<Uint8Array>;
type Add = (name: string, chunks: Chunks, isCompressed?: boolean) => Promise<void>;

/**
 * Writes a backup: a ZIP of files, followed by the manifest.
 * @param fill adds the files and returns the rest of the manifest
 */
export async function writeArchive(path: string, fill: (add: Add) => Promise<Omit<Manifest, 'files'>>): Promise<void> {
  const zip = new ZipFile();
  const files: Manifest['files'] = {};
  const add: Add = async (name, chunks, packed = false) => {
    const entry = new PassThrough();
    const hash = createHash('sha256');
    let bytes = 0;
    zip.addReadStream(entry, name, { compress: !packed });
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), written]);
    }
    entry.end();
    files[name] = { bytes, sha256: hash.digest('hex') };
  };
  const written = writeNewFile(path, zip.outputStream as PassThrough);
  // The promise is awaited only at the end. Without this handler, a disk error before then would end the process.
  written.catch(() => undefined);
  try {
    const rest = await fill(add);
    zip.addBuffer(Buffer.from(JSON.stringify({ ...rest, files } satisfies Manifest, null, 1)), MANIFEST);
    zip.end();
    await written;
  } catch (error) {
    (zip.outputStream as PassThrough).destroy();
    throw error;
  }
}

export interface Archive {
  manifest: Manifest;
  read(name: string): Chunks;
  close(): void;
}

/** Opens a backup and verifies all its files. @throws {CommandError} */
export async function openArchive(path: string): Promise<Archive> {
  await requireReadable(path);
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((error: Error) => {
    throw new CommandError(`${path} is not a backup, or is truncated (${error.message}).`);
  });
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const readable = await readManifest(zip, path, entries.get(MANIFEST));
    const fileOf = (name: string) => {
      const entry = entries.get(name);
      if (!entry) throw new CommandError(`${path} is damaged: ${name} is missing.`);
      return contentOf(zip, entry);
    };
    for (const [name, { sha256 }] of Object.entries(readable.files)) {
      if ((await hashOf(await fileOf(name))) !== sha256)
        throw new CommandError(`${path} is damaged: the checksum of ${name} is wrong.`);
    }
    return {
      manifest: readable,
      async *read(name) {
        yield* await fileOf(name);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${path} is damaged (${(error as Error).message}).`);
  }
}

/** @throws {CommandError} */
async function requireReadable(path: string): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} cannot be read (${error.code}).`);
  });
  await file.close();
}

const contentOf = async (zip: Opened, entry: Entry) => (await zip.openReadStreamPromise(entry)) as Chunks;

async function readManifest(zip: Opened, path: string, entry: Entry | undefined): Promise<Manifest> {
  if (!entry) throw new CommandError(`${path} is not a backup of Queenbook: it has no ${MANIFEST}.`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of await contentOf(zip, entry)) chunks.push(chunk);
  let content: unknown;
  try {
    content = JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    content = null;
  }
  const parsed = manifest.safeParse(content);
  if (parsed.success) return parsed.data;
  const { version } = (content ?? {}) as { version?: unknown };
  if (typeof version === 'number' && version > 1) {
    throw new CommandError(`${path} was written by a newer version of Queenbook, which this version cannot read.`);
  }
  throw new CommandError(`${path} is not a backup of Queenbook: its ${MANIFEST} is invalid.`);
}

async function hashOf(chunks: Chunks): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
