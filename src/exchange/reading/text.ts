import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { UnreadableFile } from './draft.js';

/** How a file of text is written; `bom` is the number of bytes to skip before the text begins. */
export interface TextEncoding {
  name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  bom: number;
}

const BLOCK = 1 << 18;

/**
 * Tells the encoding by the byte order mark, else by whether all of the file is valid UTF-8.
 * Without a mark the whole file is passed over, in blocks: the first umlaut may come late.
 */
export async function detectEncoding(path: string): Promise<TextEncoding> {
  let first = true;
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of createReadStream(path, { highWaterMark: BLOCK }) as AsyncIterable<Buffer>) {
    if (first) {
      if (block[0] === 0xff && block[1] === 0xfe) return { name: 'utf-16le', bom: 2 };
      if (block[0] === 0xfe && block[1] === 0xff) return { name: 'utf-16be', bom: 2 };
      if (block[0] === 0xef && block[1] === 0xbb && block[2] === 0xbf) return { name: 'utf-8', bom: 3 };
      first = false;
    }
    const bytes = rest.length > 0 ? Buffer.concat([rest, block]) : block;
    const end = endOfLastCharacter(bytes);
    if (!isUtf8(bytes.subarray(0, end))) return { name: 'windows-1252', bom: 0 };
    rest = bytes.subarray(end);
  }
  return { name: rest.length === 0 ? 'utf-8' : 'windows-1252', bom: 0 };
}

/** Where to cut so that no character of UTF-8 is cut in two: at most three bytes before the end. */
function endOfLastCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/**
 * The text of a file in pieces, without a byte order mark.
 * @throws {UnreadableFile} where the bytes are none of the encoding that the mark names, as of a file that was cut off: a
 *   name that came out otherwise than it was written would be kept as another queen's
 */
export async function* readText(path: string, encoding: TextEncoding): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding.name, { ignoreBOM: true, fatal: true });
  const blocks = createReadStream(path, { start: encoding.bom, highWaterMark: BLOCK });
  const decode = (...block: Parameters<typeof decoder.decode>): string => {
    try {
      return decoder.decode(...block);
    } catch {
      throw new UnreadableFile(
        `The file is damaged or not complete: by its first bytes it is ${encoding.name.slice(0, 6).toUpperCase()}, and some that follow are not.`,
      );
    }
  };
  for await (const block of blocks as AsyncIterable<Buffer>) yield decode(block, { stream: true });
  yield decode();
}
