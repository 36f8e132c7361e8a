import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import yazl from 'yazl';
import type { Client } from '../../support/service.js';

/** The contents of the files of an archive, by filename. */
export type Files = Record<string, string>;

/** Downloads the export of the client's account. */
export async function download(client: Client): Promise<Buffer> {
  const response = await fetch(new URL('/api/account/export', client.url), { headers: cookies(client) });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

export const cookies = (client: Client): Record<string, string> => ({
  Cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

export async function unpack(archive: Buffer): Promise<Files> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true });
  const files: Files = {};
  for await (const entry of zip.eachEntry()) {
    files[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString();
  }
  return files;
}

export const pack = (files: Files): Promise<Buffer> => packed(Object.entries(files));

/** An archive that contains every file twice. */
export const packTwice = (files: Files): Promise<Buffer> =>
  packed([...Object.entries(files), ...Object.entries(files)]);

async function packed(files: [name: string, content: string][]): Promise<Buffer> {
  const archive = new yazl.ZipFile();
  for (const [name, content] of files) archive.addBuffer(Buffer.from(content), name);
  archive.end();
  return buffer(archive.outputStream as never);
}

export const exported = async (client: Client): Promise<Files> => unpack(await download(client));

const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIMES = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g;

/**
 * Replaces the values of an export that a restore changes, so that two exports can be compared. Ids become numbers in
 * the order of their first use, times become `TIME`, and the account becomes empty.
 */
export function anonymous(files: Files): Files {
  const numbers = new Map<string, number>();
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [
      name,
      content
        .replace(/^"account":.*$/m, '"account":{}')
        .replace(IDS, (id) => `#${numbers.get(id) ?? numbers.set(id, numbers.size).size - 1}`)
        .replace(TIMES, 'TIME'),
    ]),
  );
}
