import { UnreadableFile } from './draft.js';
import type { ReadOptions, TableHead } from './draft.js';
import { nameHeaders } from './headers.js';
import type { ReadLimits } from './limits.js';
import { NoTable } from './no-table.js';
import { recognize } from './recognize.js';
import { RowReader } from './row-reader.js';
import { isBlank } from './rows.js';
import type { RawRow, RawRows, RawTable } from './rows.js';
import { takeSamples } from './samples.js';

/** Rows of data that are read ahead for the samples of the head. */
const ROWS_AHEAD = 100;

export interface BegunTable {
  head: TableHead;
  reader: RowReader;
  /** All rows of data, also those that were read ahead. */
  rows: RawRows;
}

/** Reads the header, which is the first row that is not blank, and some rows to show; throws `NoTable` where there are none. */
export async function beginTable(table: RawTable, options: ReadOptions, limits: ReadLimits): Promise<BegunTable> {
  const source = table.rows();
  try {
    const ahead: RawRow[] = [];
    for (let next = await source.next(); !next.done; next = await source.next()) {
      for (const row of next.value) if (!isBlank(row.cells)) ahead.push(row);
      if (ahead.length > ROWS_AHEAD) break;
    }
    const header = ahead.shift();
    const where = table.name === null ? 'The file' : `The sheet "${table.name}"`;
    if (!header) throw new NoTable(`${where} is empty.`);
    const headers = namesOf(header, where, limits);
    const plan = recognize(headers, header.cells, options);
    if (ahead.length === 0) throw new NoTable(`${where} has a header, but no row of data below it.`);
    const samples = takeSamples(headers.length, ahead);
    return {
      head: {
        format: plan.format,
        sheet: table.name,
        headers,
        columns: headers.map((header, column) => ({
          header,
          field: plan.fields[column] ?? null,
          samples: samples[column]!,
        })),
        brings: plan.brings,
      },
      reader: new RowReader(headers, plan),
      rows: resume(ahead, source),
    };
  } catch (error) {
    await source.return();
    throw error;
  }
}

function namesOf({ cells }: RawRow, where: string, limits: ReadLimits): string[] {
  if (cells.length > limits.columns) {
    throw new UnreadableFile(`${where} has ${cells.length} columns; at most ${limits.columns} can be read.`);
  }
  if (cells.some((cell) => cell.includes('\0')))
    throw new UnreadableFile(`${where} has a NUL character in its header.`);
  return nameHeaders(cells);
}

async function* resume(ahead: RawRow[], source: RawRows): RawRows {
  try {
    yield ahead;
    for await (const rows of source) yield rows;
  } finally {
    await source.return();
  }
}
