import { DOCUMENT, FORMAT } from '../portable/document.js';
import { UnreadableFile } from './draft.js';
import { utf16Of } from './encodings.js';
import { firstBytes } from './first-bytes.js';

/** Number of bytes that are examined to recognize text. */
const PROBE_BYTES = 64 * 1024;
/**
 * Number of bytes that are examined to recognize UTF-16 without a byte order mark. Even, because a code unit has two
 * bytes.
 */
const UTF16_PROBE_BYTES = 4096;

const SAVE_AS_TABLE = 'save the table as .xlsx, .ods or .csv';

/** First bytes of files that people upload by mistake. */
const NON_TABLE_FILES: [bytes: string, what: string, todo: string][] = [
  ['%PDF', 'a PDF document', `open it in the program that created it and ${SAVE_AS_TABLE}`],
  ['{\\rtf', 'a text document (RTF)', `copy the table into a spreadsheet and ${SAVE_AS_TABLE}`],
  ['\x89PNG', 'an image', SAVE_AS_TABLE],
  ['\xff\xd8\xff', 'an image', SAVE_AS_TABLE],
  ['GIF8', 'an image', SAVE_AS_TABLE],
  ['\x1f\x8b', 'a compressed file (gzip)', 'unpack it and send the table in it'],
  ['7z\xbc\xaf', 'a compressed file (7z)', 'unpack it and send the table in it'],
  ['Rar!', 'a compressed file (RAR)', 'unpack it and send the table in it'],
  ['SQLite format 3', 'a database (SQLite)', 'export the table of queens as .csv'],
  ['ID;PWXL', 'a SYLK file', `open it in a spreadsheet program and ${SAVE_AS_TABLE}`],
  ['MIME-Version:', 'a web archive (MHTML)', `open it in a spreadsheet program and ${SAVE_AS_TABLE}`],
];

/** Patterns for the beginning of texts that are not tables. A byte order mark and blanks are removed first. */
const NON_TABLE_TEXTS: [beginning: RegExp, what: string, todo: string][] = [
  [
    /^(<\?xml[^>]*\?>\s*)?(<!--[^]*?-->\s*)?(<\?mso-application[^>]*\?>|<(\w+:)?Workbook[\s>])/i,
    'an XML spreadsheet (Excel 2003)',
    `open it in Excel or LibreOffice and ${SAVE_AS_TABLE}`,
  ],
  [
    /^(<\?xml[^>]*\?>\s*)?<(!doctype html|html|head|body|meta|table|style)[\s>]/i,
    'a web page (HTML)',
    `open it in a spreadsheet program and ${SAVE_AS_TABLE}`,
  ],
  [
    /^<(\?xml|!doctype|[a-z][\w.-]*(:[\w.-]+)?(\s|>|\/>))/i,
    'an XML document',
    `open it in the program that created it and ${SAVE_AS_TABLE}`,
  ],
  [/^(\{\s*("|\})|\[\s*([[{"\]]|-?\d|null))/, 'a JSON document', 'save the table as .csv or .xlsx'],
];

/** Matches the beginning of the document of an export, even if the document was reformatted. */
const EXPORT_DOCUMENT = new RegExp(`^(\u00ef\u00bb\u00bf)?\\s*\\{\\s*"format"\\s*:\\s*"${FORMAT}"`);

/**
 * Distinguishes text from a workbook by the first bytes, because file names are unreliable.
 * @throws {UnreadableFile} for any other kind of file
 */
export async function detectKind(path: string): Promise<'text' | 'archive'> {
  const start = await firstBytes(path, PROBE_BYTES);
  if (start.length === 0) throw UnreadableFile.of('empty', 'The file is empty.');
  const latin = start.toString('latin1', 0, 64);
  if (latin.startsWith('PK\x03\x04') || latin.startsWith('PK\x05\x06')) return 'archive';
  if (latin.startsWith('\xd0\xcf\x11\xe0') || /^\x09[\x00\x02\x04\x08]/.test(latin)) {
    throw UnreadableFile.unsupported(
      `The file is an old Excel workbook (.xls) or is protected by a password. It cannot be read. Open it and save it as .xlsx without a password, or as .csv.`,
    );
  }
  const [, what, todo] = NON_TABLE_FILES.find(([bytes]) => latin.toLowerCase().startsWith(bytes.toLowerCase())) ?? [];
  if (what !== undefined) throw UnreadableFile.unsupported(`The file is ${what}, not a table; ${todo}.`);
  if (EXPORT_DOCUMENT.test(latin)) {
    throw UnreadableFile.of(
      'export_document',
      `The file is ${DOCUMENT} of an export: send the whole ZIP file that contained it.`,
    );
  }
  refuseOtherText(start);
  if (!hasUtf16Mark(start) && utf16Of(start.subarray(0, UTF16_PROBE_BYTES)).length === 0) refuseBinary(start);
  return 'text';
}

/** Rejects texts that are not tables, such as HTML or JSON. */
function refuseOtherText(start: Buffer): void {
  const text = hasUtf16Mark(start)
    ? new TextDecoder(start[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(start.subarray(0, 4096))
    : start.toString('latin1', 0, 2048).replace(/^\xef\xbb\xbf/, '');
  const beginning = text.trimStart();
  const [, what, todo] = NON_TABLE_TEXTS.find(([pattern]) => pattern.test(beginning)) ?? [];
  if (what !== undefined)
    throw UnreadableFile.unsupported(`The file is ${what}, which cannot be read as a table; ${todo}.`);
}

/**
 * Rejects binary files, which have a control character in the first line, or many control characters in total. Single
 * control characters in later lines are accepted here. A NUL among them becomes an error of its row.
 */
function refuseBinary(start: Buffer): void {
  const lineEnd = start.findIndex((byte) => byte === 10 || byte === 13);
  const header = lineEnd < 0 ? start : start.subarray(0, lineEnd);
  const controls = start.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0);
  if (header.some(isControl) || (start.length > 256 && controls > start.length / 20)) {
    throw UnreadableFile.unsupported('The file is binary, not a table; save the table as .csv or .xlsx.');
  }
}

function isControl(byte: number): boolean {
  return (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) || byte === 127;
}

function hasUtf16Mark(start: Buffer): boolean {
  return (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
}
