import { BrokenRecord, CsvRecords } from './csv-records.js';
import { detectDelimiter } from './dialect.js';
import { UnreadableFile } from './draft.js';
import type { ReadOptions } from './draft.js';
import { formatSize } from './limits.js';
import type { ReadLimits } from './limits.js';
import type { RawFile, RawRow, RawRows } from './rows.js';
import { detectEncoding, readText } from './text.js';
import type { TextEncoding } from './encoding.checks.js';

/** Opens a text file with delimiters, quotes and line breaks according to RFC 4180. */
export async function openCsv(path: string, options: ReadOptions, limits: ReadLimits): Promise<RawFile> {
  const encoding = await detectEncoding(path, options);
  const delimiter = detectDelimiter(await beginning(path, encoding, limits.record), options.mapping);
  const table = { name: null, isHidden: false, rows: () => rowsOf(path, encoding, delimiter, limits) };
  return { tables: [table], encoding, close: async () => {} };
}

async function beginning(path: string, encoding: TextEncoding, characters: number): Promise<string> {
  let text = '';
  for await (const piece of readText(path, encoding)) {
    text += piece;
    if (text.length > characters) break;
  }
  return text;
}

async function* rowsOf(path: string, encoding: TextEncoding, delimiter: string, limits: ReadLimits): RawRows {
  const records = new CsvRecords(delimiter, limits.record);
  let row = 0;
  const numbered = (some: string[][]): RawRow[] => some.map((cells) => ({ row: ++row, cells }));
  try {
    for await (const piece of readText(path, encoding)) yield numbered(records.push(piece));
    yield numbered(records.end());
  } catch (error) {
    throw error instanceof BrokenRecord ? explain(error, limits) : error;
  }
}

function explain({ row, fault }: BrokenRecord, limits: ReadLimits): UnreadableFile {
  switch (fault) {
    case 'quote not closed':
      return UnreadableFile.of('open_quote', `Row ${row}: a cell begins with a quote (") that is never closed.`, {
        row,
      });
    case 'text after quote':
      return UnreadableFile.of(
        'text_after_quote',
        `Row ${row}: text follows after the closing quote (") of a cell. A quote inside a quoted cell is written twice ("").`,
        { row },
      );
    case 'quote inside':
      return UnreadableFile.of(
        'quote_inside',
        `Row ${row}: a cell contains a quote ("), but does not begin with a quote. Put the cell in quotes and write the quote inside it twice ("").`,
        { row },
      );
    case 'too large':
      return UnreadableFile.of(
        'row_too_large',
        `Row ${row} is larger than ${formatSize(limits.record)}. Perhaps a quote (") is not closed.`,
        { row },
      );
  }
}
