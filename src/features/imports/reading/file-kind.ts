import { open } from 'node:fs/promises';
import { DOCUMENT, FORMAT } from '../portable/document.js';
import { UnreadableFile } from './draft.js';
import { utf16Of } from './encodings.js';

/** How far it is looked whether a file is text. */
const LOOK = 64 * 1024;
/** As far as it is looked whether a text is UTF-16 without a byte order mark; an even number. */
const LOOK_FOR_UTF16 = 4096;

const SAVE = 'save the table as .xlsx, .ods or .csv';

/** First bytes of files that people upload by mistake. */
const NOT_TABLES: [bytes: string, what: string, todo: string][] = [
  ['%PDF', 'a PDF document', `open it where it was made and ${SAVE}`],
  ['{\\rtf', 'a text document (RTF)', `copy the table into a spreadsheet and ${SAVE}`],
  ['\x89PNG', 'an image', SAVE],
  ['\xff\xd8\xff', 'an image', SAVE],
  ['GIF8', 'an image', SAVE],
  ['\x1f\x8b', 'a compressed file (gzip)', 'unpack it and send the table that lies in it'],
  ['7z\xbc\xaf', 'a compressed file (7z)', 'unpack it and send the table that lies in it'],
  ['Rar!', 'a compressed file (RAR)', 'unpack it and send the table that lies in it'],
  ['SQLite format 3', 'a database (SQLite)', 'export the table of queens as .csv'],
  ['ID;PWXL', 'a SYLK file', `open it in a spreadsheet program and ${SAVE}`],
  ['MIME-Version:', 'a web archive (MHTML)', `open it in a spreadsheet program and ${SAVE}`],
];

/** Beginnings of texts that are no tables, after a byte order mark and blanks. */
const NOT_TABLES_OF_TEXT: [beginning: RegExp, what: string, todo: string][] = [
  [
    /^(<\?xml[^>]*\?>\s*)?(<!--[^]*?-->\s*)?(<\?mso-application[^>]*\?>|<(\w+:)?Workbook[\s>])/i,
    'an XML spreadsheet (Excel 2003)',
    `open it in Excel or LibreOffice and ${SAVE}`,
  ],
  [
    /^(<\?xml[^>]*\?>\s*)?<(!doctype html|html|head|body|meta|table|style)[\s>]/i,
    'a web page (HTML)',
    `open it in a spreadsheet program and ${SAVE}`,
  ],
  [/^<(\?xml|!doctype|[a-z][\w.-]*(:[\w.-]+)?(\s|>|\/>))/i, 'an XML document', `open it where it was made and ${SAVE}`],
  [/^(\{\s*("|\})|\[\s*([[{"\]]|-?\d|null))/, 'a JSON document', 'save the table as .csv or .xlsx'],
];

/** How the document of an export begins, also one that was laid out anew. */
const A_DOCUMENT = new RegExp(`^(\u00ef\u00bb\u00bf)?\\s*\\{\\s*"format"\\s*:\\s*"${FORMAT}"`);

/** Tells text from a workbook by the first bytes; the name of a file says little. Throws `UnreadableFile` for anything else. */
export async function tellKind(path: string): Promise<'text' | 'archive'> {
  const start = await firstBytes(path);
  if (start.length === 0) throw new UnreadableFile('The file is empty.');
  const latin = start.toString('latin1', 0, 64);
  if (latin.startsWith('PK\x03\x04') || latin.startsWith('PK\x05\x06')) return 'archive';
  if (latin.startsWith('\xd0\xcf\x11\xe0') || /^\x09[\x00\x02\x04\x08]/.test(latin)) {
    throw unsupported(
      `The file is an old Excel workbook (.xls) or one protected by a password, which cannot be read; open it and save it as .xlsx without a password, or as .csv.`,
    );
  }
  const [, what, todo] = NOT_TABLES.find(([bytes]) => latin.toLowerCase().startsWith(bytes.toLowerCase())) ?? [];
  if (what !== undefined) throw unsupported(`The file is ${what}, not a table; ${todo}.`);
  if (A_DOCUMENT.test(latin)) {
    throw new UnreadableFile(`The file is ${DOCUMENT} of an export: send the ZIP that it lay in, as a whole.`);
  }
  refuseOtherText(start);
  if (!hasUtf16Mark(start) && utf16Of(start.subarray(0, LOOK_FOR_UTF16)).length === 0) refuseBinary(start);
  return 'text';
}

/** Texts of another kind, by how they begin. */
function refuseOtherText(start: Buffer): void {
  const text = hasUtf16Mark(start)
    ? new TextDecoder(start[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(start.subarray(0, 4096))
    : start.toString('latin1', 0, 2048).replace(/^\xef\xbb\xbf/, '');
  const beginning = text.trimStart();
  const [, what, todo] = NOT_TABLES_OF_TEXT.find(([pattern]) => pattern.test(beginning)) ?? [];
  if (what !== undefined) throw unsupported(`The file is ${what}, which cannot be read as a table; ${todo}.`);
}

/**
 * A control character in the header, or many of them, is a sign of a binary file.
 * Single ones further down are a matter of their rows.
 */
function refuseBinary(start: Buffer): void {
  const lineEnd = start.findIndex((byte) => byte === 10 || byte === 13);
  const header = lineEnd < 0 ? start : start.subarray(0, lineEnd);
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
