import { CsvError, parse } from 'csv-parse';
import { UnreadableFile } from './draft.js';
import { inWords } from './limits.js';
import type { ReadLimits } from './limits.js';
import type { RawFile, RawRow, RawRows } from './rows.js';
import { detectEncoding, readUtf8 } from './text.js';
import type { TextEncoding } from './text.js';

/** In this order where two are equally frequent: a comma is also a part of words. */
const DELIMITERS = ['\t', ';', ','] as const;
const ROWS_AT_ONCE = 256;

/** Opens a file of text: comma, semicolon or tab, quotes doubled inside quotes, line breaks inside quotes (RFC 4180). */
export async function openCsv(path: string, limits: ReadLimits): Promise<RawFile> {
  const encoding = await detectEncoding(path);
  const dialect = tellDialect(await beginning(path, encoding, limits.record));
  const table = { name: null, rows: () => records(path, encoding, dialect, limits) };
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

async function beginning(path: string, encoding: TextEncoding, bytes: number): Promise<string> {
  const blocks: Buffer[] = [];
  for await (const block of readUtf8(path, encoding, bytes)) blocks.push(block as Buffer);
  return Buffer.concat(blocks).toString('utf8');
}

async function* records(path: string, encoding: TextEncoding, dialect: Dialect, limits: ReadLimits): RawRows {
  const text = readUtf8(path, encoding);
  const parser = parse({
    delimiter: dialect.delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: limits.record,
  });
  text.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  let row = dialect.hinted ? -1 : 0;
  let rows: RawRow[] = [];
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row++;
      if (row === 0) continue;
      rows.push({ row, cells });
      if (rows.length === ROWS_AT_ONCE) {
        yield rows;
        rows = [];
      }
    }
    if (rows.length > 0) yield rows;
  } catch (error) {
    throw error instanceof CsvError ? explain(error, dialect, limits) : error;
  } finally {
    text.destroy();
    parser.destroy();
  }
}

function explain(error: CsvError, dialect: Dialect, limits: ReadLimits): UnreadableFile {
  const row = Number(error.records ?? 0) + (dialect.hinted ? 0 : 1);
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return new UnreadableFile(`Row ${row}: a cell begins with a quote (") that is never closed.`);
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new UnreadableFile(
        `Row ${row}: after the closing quote (") of a cell more text follows; a quote inside a quoted cell is written twice ("").`,
      );
    case 'INVALID_OPENING_QUOTE':
      return new UnreadableFile(
        `Row ${row}: a quote (") stands inside a cell that does not begin with one; put the cell in quotes and write the quote twice ("").`,
      );
    case 'CSV_MAX_RECORD_SIZE':
      return new UnreadableFile(
        `Row ${row} is larger than ${inWords(limits.record)}; perhaps a quote (") is not closed.`,
      );
    default:
      return new UnreadableFile(`Row ${row} cannot be read as comma-separated values.`);
  }
}
