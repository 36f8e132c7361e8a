import { open } from 'node:fs/promises';
import { DOCUMENT, FORMAT } from '../portable/document.js';
import { UnreadableFile } from './draft.js';

/** How far it is looked whether a file is text. */
const LOOK = 64 * 1024;

/** First bytes of files that people upload by mistake. */
const NOT_TABLES: [bytes: string, what: string][] = [
  ['%PDF', 'a PDF'],
  ['\x89PNG', 'an image'],
  ['\xff\xd8\xff', 'an image'],
  ['GIF8', 'an image'],
  ['\x1f\x8b', 'a compressed file (gzip)'],
  ['7z\xbc\xaf', 'a compressed file (7z)'],
  ['Rar!', 'a compressed file (RAR)'],
  ['SQLite format 3', 'a database'],
  ['<!DOCTYPE html', 'a web page'],
  ['<html', 'a web page'],
];

/** How the document of an export begins, also one that was laid out anew. */
const A_DOCUMENT = new RegExp(`^(\u00ef\u00bb\u00bf)?\\s*\\{\\s*"format"\\s*:\\s*"${FORMAT}"`);

/** Tells text from a workbook by the first bytes; the name of a file says little. Throws `UnreadableFile` for anything else. */
export async function tellKind(path: string): Promise<'text' | 'xlsx'> {
  const start = await firstBytes(path);
  if (start.length === 0) throw new UnreadableFile('The file is empty.');
  const latin = start.toString('latin1', 0, 64);
  if (latin.startsWith('PK\x03\x04') || latin.startsWith('PK\x05\x06')) return 'xlsx';
  if (latin.startsWith('\xd0\xcf\x11\xe0')) {
    throw unsupported(
      'The file is an old Excel workbook (.xls) or one protected by a password, which cannot be read; save it as .xlsx without a password, or as .csv.',
    );
  }
  const what = NOT_TABLES.find(([bytes]) => latin.toLowerCase().startsWith(bytes.toLowerCase()))?.[1];
  if (what !== undefined) throw unsupported(`The file is ${what}, not a table; save the table as .csv or .xlsx.`);
  if (A_DOCUMENT.test(latin)) {
    throw new UnreadableFile(`The file is ${DOCUMENT} of an export: send the ZIP that it lay in, as a whole.`);
  }
  if (!hasUtf16Mark(start)) refuseBinary(start);
  return 'text';
}

/**
 * A control character in the header, or many of them, is a sign of a binary file.
 * Single ones further down are a matter of their rows.
 */
function refuseBinary(start: Buffer): void {
  const lineEnd = start.findIndex((byte) => byte === 10 || byte === 13);
  const header = lineEnd < 0 ? start : start.subarray(0, lineEnd);
  if (looksLikeUtf16(header)) {
    throw unsupported('The file is UTF-16 without a byte order mark; save it as UTF-8 or as .xlsx.');
  }
  const controls = start.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0);
  if (header.some(isControl) || (start.length > 256 && controls > start.length / 20)) {
    throw unsupported('The file is binary, not a table; save the table as .csv or .xlsx.');
  }
}

function isControl(byte: number): boolean {
  return (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) || byte === 127;
}

function hasUtf16Mark(start: Buffer): boolean {
  return (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
}

/** Latin letters in UTF-16 have a zero in every second byte. */
function looksLikeUtf16(bytes: Buffer): boolean {
  if (bytes.length < 4) return false;
  const zeros = [0, 0];
  bytes.forEach((byte, index) => (zeros[index % 2]! += byte === 0 ? 1 : 0));
  return Math.max(...zeros) > bytes.length / 3 && Math.min(...zeros) < bytes.length / 20;
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOK), 0, LOOK, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function unsupported(message: string): UnreadableFile {
  return new UnreadableFile(message, 'file', 'unsupported_media_type');
}
