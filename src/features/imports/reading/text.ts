import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import iconv from 'iconv-lite';
import { UnreadableFile } from './draft.js';
import type { ReadOptions } from './draft.js';
import { ENCODINGS, encodingNamed } from './encoding.checks.js';
import type { EncodingName, TextEncoding } from './encoding.checks.js';
import { countKnownIn, detectCodePage, utf16Of } from './encodings.js';
import { firstBytes } from './first-bytes.js';

/** Number of bytes at the beginning that are decoded in every code page to find the header. */
const HEADER_BYTES = 64 * 1024;
/** Number of bytes from lines with non-ASCII letters. These bytes are also decoded in every code page. */
const SAMPLE_BYTES = 64 * 1024;
const MAX_LINE_BYTES = 1024;

/**
 * Returns the encoding of a file. The encoding of the request has precedence, then the byte order mark. But if the
 * request states UTF-16, the byte order mark has precedence. If neither states the encoding, a file of valid UTF-8 is
 * UTF-8, unless it contains NUL and has more known headers as UTF-16. For other files, headers and letters determine
 * the encoding. To find out whether a file is valid UTF-8, the whole file is read in blocks, because the first
 * non-ASCII letter may be at its end.
 */
export async function detectEncoding(
  path: string,
  { encoding, mapping }: Pick<ReadOptions, 'encoding' | 'mapping'> = {},
): Promise<TextEncoding> {
  const beginning = await firstBytes(path, HEADER_BYTES);
  const marked = encodingOfMark(beginning);
  if (encoding !== undefined) return requestedEncoding(encoding, marked);
  if (marked) return marked;
  if (await isAllUtf8(path)) return utf8OrUtf16(beginning, mapping);
  const wide = utf16Of(beginning);
  if (wide.length === 0) await refuseMixedEncodings(path);
  const fit = detectCodePage(beginning, await samplesOf(path), mapping);
  return { name: fit.name, bom: 0, isGuess: fit.known === 0 };
}

function encodingOfMark(bytes: Buffer): TextEncoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { name: 'utf-16le', bom: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { name: 'utf-16be', bom: 2 };
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { name: 'utf-8', bom: 3 };
  return undefined;
}

function requestedEncoding(encoding: string, marked: TextEncoding | undefined): TextEncoding {
  const name = encodingNamed(encoding);
  if (name === undefined) {
    throw new UnreadableFile(`must be one of ${ENCODINGS.join(', ')}, not "${encoding.slice(0, 60)}"`, 'encoding');
  }
  return marked && (marked.name === name || name.startsWith('utf-16')) ? marked : { name, bom: 0 };
}

/** Distinguishes UTF-8 from UTF-16. ASCII letters in UTF-16 are also valid UTF-8, with a NUL next to each letter. */
function utf8OrUtf16(beginning: Buffer, mapping: ReadOptions['mapping']): TextEncoding {
  const plain: TextEncoding = { name: 'utf-8', bom: 0 };
  if (!beginning.includes(0)) return plain;
  const known = countKnownIn(beginning.toString('utf8'), mapping);
  const wide = utf16Of(beginning).find((name) => countKnownIn(iconv.decode(beginning, name), mapping) > known);
  return wide ? { name: wide, bom: 0 } : plain;
}

async function isAllUtf8(path: string): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, block]) : block;
    const end = endOfLastCharacter(bytes);
    if (!isUtf8(bytes.subarray(0, end))) return false;
    rest = bytes.subarray(end);
  }
  return rest.length === 0;
}

/**
 * Reading stops when the number of invalid bytes exceeds the number of non-ASCII UTF-8 characters by this value,
 * because the file is then not mostly UTF-8.
 */
const MAX_EXTRA_STRAY_BYTES = 1000;

/**
 * Rejects a file that is mostly, but not completely, UTF-8. The file probably consists of two files with different
 * encodings, so some names would be wrong.
 * @throws {UnreadableFile}
 */
async function refuseMixedEncodings(path: string): Promise<void> {
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
  for await (const block of createReadStream(path) as AsyncIterable<Buffer>) {
    count(decoder.decode(block, { stream: true }));
    if (strayBytes > characters + MAX_EXTRA_STRAY_BYTES) break;
  }
  count(decoder.decode());
  if (characters > strayBytes) {
    throw UnreadableFile.of(
      'mixed_encodings',
      `The file has two encodings: most of it is UTF-8, but not line ${strayLine}. Save all of it as UTF-8.`,
      { row: strayLine },
    );
  }
}

/** Returns the first lines with non-ASCII bytes, up to about `SAMPLE_BYTES`. Long lines are shortened. */
async function samplesOf(path: string): Promise<Buffer> {
  const samples: Buffer[] = [];
  let size = 0;
  for await (const block of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let start = 0; start < block.length && size < SAMPLE_BYTES;) {
      let found = start;
      while (found < block.length && block[found]! < 128) found++;
      if (found === block.length) break;
      const from = Math.max(start, block.lastIndexOf(10, found) + 1, found - MAX_LINE_BYTES);
      const lineEnd = block.indexOf(10, found);
      const to = Math.min(lineEnd < 0 ? block.length : lineEnd, found + MAX_LINE_BYTES);
      samples.push(block.subarray(from, to), Buffer.from('\n'));
      size += to - from;
      start = to + 1;
    }
    if (size >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(samples);
}

/** Returns a position that splits no UTF-8 character. The position is at most three bytes before the end. */
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

/** Decodes piece by piece; `end` returns the rest. */
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
      throw UnreadableFile.of(
        'damaged',
        `The file is damaged or not complete: some of its bytes are not valid ${name.slice(0, 6).replace(/-$/, '').toUpperCase()}.`,
      );
    }
  };
  return {
    write: (bytes) => orDamaged(() => decoder.decode(bytes, { stream: true })),
    end: () => orDamaged(() => decoder.decode()),
  };
}

/** U+001A at the end of a file, which DOS programs write. */
const FINAL_MARK = /\x1a[\r\n]*$/;

/**
 * Yields the text of a file in pieces, without a byte order mark and a final U+001A.
 * @throws {UnreadableFile} if bytes are invalid in the encoding, for example in a truncated file. The error is
 * necessary, because a wrongly decoded name would create another queen
 */
export async function* readText(path: string, encoding: TextEncoding): AsyncGenerator<string, void, undefined> {
  const decoder = decoderOf(encoding.name);
  const blocks = createReadStream(path, { start: encoding.bom });
  let pending = '';
  for await (const block of blocks as AsyncIterable<Buffer>) {
    const text = pending + decoder.write(block);
    pending = FINAL_MARK.exec(text)?.[0] ?? '';
    yield pending === '' ? text : text.slice(0, -pending.length);
  }
  yield (pending + decoder.end()).replace(FINAL_MARK, '');
}
