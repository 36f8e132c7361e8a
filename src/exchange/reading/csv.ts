import { BrokenRecord, CsvRecords } from './csv-records.js';
import { UnreadableFile } from './draft.js';
import { inWords } from './limits.js';
import type { ReadLimits } from './limits.js';
import type { RawFile, RawRow, RawRows } from './rows.js';
import { detectEncoding, readText } from './text.js';
import type { TextEncoding } from './text.js';

/** In this order where two are equally frequent: a comma is also a part of words. */
const DELIMITERS = ['\t', ';', ','] as const;

/** Opens a file of text: comma, semicolon or tab, quotes doubled inside quotes, line breaks inside quotes (RFC 4180). */
export async function openCsv(path: string, limits: ReadLimits): Promise<RawFile> {
  const encoding = await detectEncoding(path);
  const dialect = tellDialect(await beginning(path, encoding, limits.record));
  const table = { name: null, isHidden: false, rows: () => rowsOf(path, encoding, dialect, limits) };
  return { tables: [table], close: async () => {} };
}

interface Dialect {
  delimiter: string;
  /** Whether the first line is Excel's `sep=;`, which is no row. */
  hinted: boolean;
}

/** The delimiter most frequent in the first record that is not blank, outside quotes. */
export function tellDialect(text: string): Dialect {
  const hint = /^sep=([,;\t])\r?\n/i.exec(text);
  if (hint) return { delimiter: hint[1]!, hinted: true };
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  let blank = true;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    if (!quoted && (character === '\n' || character === '\r') && !blank) break;
    if (!quoted && counts.has(character)) counts.set(character, counts.get(character)! + 1);
    else if (character.trim() !== '') blank = false;
  }
  const best = DELIMITERS.reduce((one, other) => (counts.get(other)! > counts.get(one)! ? other : one));
  return { delimiter: counts.get(best)! > 0 ? best : ',', hinted: false };
}

async function beginning(path: string, encoding: TextEncoding, characters: number): Promise<string> {
  let text = '';
  for await (const piece of readText(path, encoding)) {
    text += piece;
    if (text.length > characters) break;
  }
  return text;
}

async function* rowsOf(path: string, encoding: TextEncoding, dialect: Dialect, limits: ReadLimits): RawRows {
  const records = new CsvRecords(dialect.delimiter, limits.record);
  // The line that names the delimiter is no row.
  let row = dialect.hinted ? -1 : 0;
  const numbered = (some: string[][]): RawRow[] =>
    some.map((cells) => ({ row: ++row, cells })).filter((each) => each.row > 0);
  try {
    for await (const piece of readText(path, encoding)) yield numbered(records.push(piece));
    yield numbered(records.end());
  } catch (error) {
    throw error instanceof BrokenRecord ? explain(error, dialect, limits) : error;
  }
}

function explain({ row: record, fault }: BrokenRecord, dialect: Dialect, limits: ReadLimits): UnreadableFile {
  const row = dialect.hinted ? record - 1 : record;
  switch (fault) {
    case 'quote not closed':
      return new UnreadableFile(`Row ${row}: a cell begins with a quote (") that is never closed.`);
    case 'text after quote':
      return new UnreadableFile(
        `Row ${row}: after the closing quote (") of a cell more text follows; a quote inside a quoted cell is written twice ("").`,
      );
    case 'quote inside':
      return new UnreadableFile(
        `Row ${row}: a quote (") stands inside a cell that does not begin with one; put the cell in quotes and write the quote twice ("").`,
      );
    case 'too large':
      return new UnreadableFile(
        `Row ${row} is larger than ${inWords(limits.record)}; perhaps a quote (") is not closed.`,
      );
  }
}
