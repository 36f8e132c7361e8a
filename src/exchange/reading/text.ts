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
    if (!isUtf8(bytes.subarray(0, end))) return otherThanUtf8(path);
    rest = bytes.subarray(end);
  }
  return rest.length === 0 ? { name: 'utf-8', bom: 0 } : otherThanUtf8(path);
}

/** So many bytes more that are no UTF-8 than characters that are: the file is not mostly UTF-8 any more. */
const CLEARLY = 1000;

/**
 * Windows-1252, in which two characters in a row hardly ever look like one of UTF-8.
 * @throws {UnreadableFile} where more do than not: of a file put together from two, all names would come out otherwise
 */
async function otherThanUtf8(path: string): Promise<TextEncoding> {
  const decoder = new TextDecoder('utf-8');
  let [characters, strayBytes, line, strayLine] = [0, 0, 1, 0];
  const count = (text: string): void => {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 10) line++;
      else if (code === 0xfffd) {
        strayBytes++;
        strayLine ||= line;
      } else if (code > 127) characters++;
    }
  };
  for await (const block of createReadStream(path, { highWaterMark: BLOCK }) as AsyncIterable<Buffer>) {
    count(decoder.decode(block, { stream: true }));
    if (strayBytes > characters + CLEARLY) break;
  }
  count(decoder.decode());
  if (characters > strayBytes) {
    throw new UnreadableFile(
      `The file is written in two ways: most of it is UTF-8, but not line ${strayLine}. Save it as UTF-8 throughout.`,
    );
  }
  return { name: 'windows-1252', bom: 0 };
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
