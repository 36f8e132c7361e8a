import { UnreadableFile } from './draft.js';
import type { ReadOptions, TableHead } from './draft.js';
import { nameHeaders } from './headers.js';
import type { ReadLimits } from './limits.js';
import { NamesNoQueen, NoTable } from './no-table.js';
import type { Plan } from './plan.js';
import { recognize } from './recognize.js';
import { RowReader } from './row-reader.js';
import { withoutBlank } from './rows.js';
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

/**
 * Reads the header, which is the first row that is not blank, and some rows to show; throws `NoTable` where there are none.
 * @param sheets names of all sheets of the file
 */
export async function beginTable(
  table: RawTable,
  sheets: string[],
  options: ReadOptions,
  limits: ReadLimits,
): Promise<BegunTable> {
  const source = withoutBlank(table.rows());
  try {
    const ahead: RawRow[] = [];
    for (let next = await source.next(); !next.done; next = await source.next()) {
      for (const row of next.value) ahead.push(row);
      if (ahead.length > ROWS_AHEAD) break;
    }
    const header = ahead.shift();
    const where = table.name === null ? 'The file' : `The sheet "${table.name}"`;
    if (!header) throw new NoTable(`${where} is empty.`);
    const headers = namesOf(header, where, limits);
    const samples = takeSamples(headers.length, ahead);
    const columnsAs = (fields: readonly (string | null)[]) =>
      headers.map((header, column) => ({ header, field: fields[column] ?? null, samples: samples[column]! }));
    let plan: Plan;
    try {
      plan = recognize(headers, header.cells, options);
    } catch (error) {
      if (error instanceof NamesNoQueen)
        error.unmapped = { sheet: table.name, sheets, columns: columnsAs(error.fields) };
      throw error;
    }
    if (ahead.length === 0) throw new NoTable(`${where} has a header, but no row of data below it.`);
    return {
      head: {
        format: plan.format,
        sheet: table.name,
        sheets,
        headers,
        columns: columnsAs(plan.fields),
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
