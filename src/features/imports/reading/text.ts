import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { UnreadableFile } from './draft.js';
import type { ReadOptions } from './draft.js';
import { ENCODINGS, encodingNamed } from './encoding.checks.js';
import type { EncodingName, TextEncoding } from './encoding.checks.js';
import { knownIn, tellCodePage, utf16Of } from './encodings.js';

const BLOCK = 1 << 18;
/** So much of the beginning is decoded in every code page to find the header. */
const BEGINNING = 64 * 1024;
/** So many bytes of lines with other letters than those of ASCII are looked at in every code page. */
const SAMPLES = 64 * 1024;
const LONGEST_SAMPLE = 1024;

/**
 * Tells the encoding: by the request, else by the byte order mark, else UTF-8 if all of the file is valid, else by its
 * headers and letters. Without a mark the whole file is passed over, in blocks: the first umlaut may come late.
 */
export async function detectEncoding(
  path: string,
  { encoding, mapping }: Pick<ReadOptions, 'encoding' | 'mapping'> = {},
): Promise<TextEncoding> {
  const beginning = await bytesAtBeginning(path);
  const marked = byMark(beginning);
  if (encoding !== undefined) return chosen(encoding, marked);
  if (marked) return marked;
  if (await isAllUtf8(path)) return plainOrWide(beginning, mapping);
  const wide = utf16Of(beginning);
  if (wide.length === 0) await refuseMixture(path);
  const fit = tellCodePage(beginning, await samplesOf(path), mapping);
  return { name: fit.name, bom: 0, isGuess: fit.known === 0 };
}

async function bytesAtBeginning(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function byMark(bytes: Buffer): TextEncoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { name: 'utf-16le', bom: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { name: 'utf-16be', bom: 2 };
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { name: 'utf-8', bom: 3 };
  return undefined;
}

function chosen(encoding: string, marked: TextEncoding | undefined): TextEncoding {
  const name = encodingNamed(encoding);
  if (name === undefined) {
    throw new UnreadableFile(`must be one of ${ENCODINGS.join(', ')}, not "${encoding.slice(0, 60)}"`, 'encoding');
  }
  return marked && (marked.name === name || name.startsWith('utf-16')) ? marked : { name, bom: 0 };
}

/** Plain letters in UTF-16 are valid UTF-8 too, with a NUL beside each. */
function plainOrWide(beginning: Buffer, mapping: ReadOptions['mapping']): TextEncoding {
  const plain: TextEncoding = { name: 'utf-8', bom: 0 };
  if (!beginning.includes(0)) return plain;
  const known = knownIn(beginning.toString('utf8'), mapping);
  const wide = utf16Of(beginning).find((name) => knownIn(iconv.decode(beginning, name), mapping) > known);
  return wide ? { name: wide, bom: 0 } : plain;
}

async function isAllUtf8(path: string): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of createReadStream(path, { highWaterMark: BLOCK }) as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, block]) : block;
    const end = endOfLastCharacter(bytes);
    if (!isUtf8(bytes.subarray(0, end))) return false;
    rest = bytes.subarray(end);
  }
  return rest.length === 0;
}

/** So many bytes more that are no UTF-8 than characters that are: the file is not mostly UTF-8 any more. */
const CLEARLY = 1000;

/** @throws {UnreadableFile} where most is UTF-8 but some is not: of a file put together from two, all names would come out otherwise */
async function refuseMixture(path: string): Promise<void> {
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
}

/** Lines with other bytes than those of ASCII, from all of the file. */
async function samplesOf(path: string): Promise<Buffer> {
  const samples: Buffer[] = [];
  let size = 0;
  for await (const block of createReadStream(path, { highWaterMark: BLOCK }) as AsyncIterable<Buffer>) {
    for (let start = 0; start < block.length && size < SAMPLES;) {
      let found = start;
      while (found < block.length && block[found]! < 128) found++;
      if (found === block.length) break;
      const from = Math.max(start, block.lastIndexOf(10, found) + 1, found - LONGEST_SAMPLE);
      const lineEnd = block.indexOf(10, found);
      const to = Math.min(lineEnd < 0 ? block.length : lineEnd, found + LONGEST_SAMPLE);
      samples.push(block.subarray(from, to), Buffer.from('\n'));
      size += to - from;
      start = to + 1;
    }
    if (size >= SAMPLES) break;
  }
  return Buffer.concat(samples);
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

/** Decodes piece by piece; `end` gives what is left. */
interface Decoder {
  write(bytes: Buffer): string;
  end(): string;
}

function decoderOf(name: EncodingName): Decoder {
  if (!name.startsWith('utf')) {
    const decoder = iconv.getDecoder(name);
    return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' };
  }
  const decoder = new TextDecoder(name, { ignoreBOM: true, fatal: true });
  const orDamaged = (decode: () => string): string => {
    try {
      return decode();
    } catch {
      throw new UnreadableFile(
        `The file is damaged or not complete: by its first bytes, or by the encoding of the request, it is ${name.slice(0, 6).replace(/-$/, '').toUpperCase()}, and some that follow are not.`,
      );
    }
  };
  return {
    write: (bytes) => orDamaged(() => decoder.decode(bytes, { stream: true })),
    end: () => orDamaged(() => decoder.decode()),
  };
}

/** U+001A at the end, by which DOS ended a text. */
const FINAL_MARK = /\x1a[\r\n]*$/;

/**
 * The text of a file in pieces, without a byte order mark and a final U+001A.
 * @throws {UnreadableFile} where the bytes are none of the encoding that the mark names, as of a file that was cut off: a
 *   name that came out otherwise than it was written would be kept as another queen's
 */
export async function* readText(path: string, encoding: TextEncoding): AsyncGenerator<string, void, undefined> {
  const decoder = decoderOf(encoding.name);
  const blocks = createReadStream(path, { start: encoding.bom, highWaterMark: BLOCK });
  let held = '';
  for await (const block of blocks as AsyncIterable<Buffer>) {
    const text = held + decoder.write(block);
    held = FINAL_MARK.exec(text)?.[0] ?? '';
    yield held === '' ? text : text.slice(0, -held.length);
  }
  yield (held + decoder.end()).replace(FINAL_MARK, '');
}
