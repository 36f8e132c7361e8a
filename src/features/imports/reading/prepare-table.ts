import { BatchCollector } from './batch-collector.js';
import { columnWarnings } from './column-warnings.js';
import { columnsOf, knownFields } from './columns.js';
import type { Columns } from './columns.js';
import { UnreadableFile } from './draft.js';
import type { ReadOptions, TableHead } from './draft.js';
import { isPartOfNumber } from './formats/number-parts.js';
import { isQueenbookTable } from './formats/table.js';
import { findHeader, headerOfTwoRows, headerWithTitles, HEADER_ROWS, isDelimiterHint } from './header-row.js';
import { nameHeaders } from './headers.js';
import { countKnownHeaders } from './known-headers.js';
import type { ReadLimits } from './limits.js';
import { MergedCells } from './merged-cells.js';
import { NamesNoQueen, NoTable } from './no-table.js';
import type { Plan } from './plan.js';
import { recognize } from './recognize.js';
import { RowReader } from './row-reader.js';
import { isBlank, sheetNames } from './rows.js';
import { rowsBelow } from './rows-below.js';
import type { RawFile, RawRow, RawRows, RawTable } from './rows.js';
import { takeSamples } from './samples.js';
import type { TableShape } from './set-aside.js';
import { rowEditor } from './edits.js';
import { surveyRows } from './survey.js';
import { refuseTransposed } from './transposed.js';

/** Number of rows that are read for the samples of columns. */
const SAMPLE_ROWS = 100;

export interface PreparedTable {
  head: TableHead;
  reader: RowReader;
  /** Contains the warnings about the header. */
  collector: BatchCollector;
  /** All rows of data, including the rows that were read for samples. */
  rows: RawRows;
}

/**
 * Finds the header among the first rows, surveys all rows once, and plans how to read them.
 * @throws {NoTable} if there are no rows, or if they do not describe queens
 * @throws {UnreadableFile} if the mapping does not fit the table, or if its header cannot be read
 */
export async function prepareTable(
  table: RawTable,
  file: RawFile,
  options: ReadOptions,
  limits: ReadLimits,
): Promise<PreparedTable> {
  const where = table.name === null ? 'The file' : `The sheet "${table.name}"`;
  const sheets = sheetNames(file);
  const first = await readAhead(table.rows());
  const place = findHeader(first, options.mapping);
  const best = first[place];
  const titled = best && headerWithTitles(first[place - 1], best, options.mapping);
  const upper = titled ?? best;
  const header = upper && (headerOfTwoRows(upper, first[place + 1], options.mapping) ?? upper);
  if (!header) throw new NoTable(`${where} is empty.`, 'empty');
  if (options.mapping === undefined) refuseTransposed(where, header, first);
  const headers = namesOf(header, where, limits);
  const columns = columnsOf(headers, header.cells, options.mapping);
  const collector = new BatchCollector();
  const edit = rowEditor(headers, options.edits);
  const shape = shapeOf(header, columns);
  const body = () => rowsBelow(table, header.row, shape, edit);

  const firstRows = await firstOf(body(), SAMPLE_ROWS);
  const samples = takeSamples(headers.length, firstRows);
  const columnsAs = (fields: readonly (string | null)[]) =>
    headers.map((each, column) => ({ header: each, field: fields[column] ?? null, samples: samples[column] ?? [] }));
  const survey = await surveyRows(body(), columns, isQueenbookTable(headers));
  let plan: Plan;
  try {
    plan = recognize(columns, survey, options);
  } catch (error) {
    throw error instanceof NamesNoQueen
      ? withUnmappedColumns(error, { sheet: table.name, sheets, columns: columnsAs(error.fields) }, file, options)
      : error;
  }
  // If the breeder has left out all rows, the table does not count as empty, because the breeder can include the rows
  // again.
  const isEmpty = firstRows.length === 0 && !options.edits?.skipped.length;
  if (isEmpty) throw new NoTable(`${where} has a header, but no row of data below it.`, 'no_rows');
  addEncodingWarning(file, collector);
  addRowsAboveWarning(first.slice(0, titled ? place - 1 : place), collector);
  for (const { column, code, message, params } of columnWarnings(columns, plan, samples))
    collector.warn(code, header.row, headers[column] ?? '', message, params);
  if (survey.monthFirst !== undefined) {
    const message = `The dates are read with the month first, as in ${survey.monthFirst}: check them.`;
    collector.warn('month_first', null, null, message, { given: survey.monthFirst });
  }
  return {
    head: {
      format: plan.format,
      sheet: table.name,
      encoding: file.encoding?.name ?? null,
      headerRow: header.row,
      sheets,
      headers,
      columns: columnsAs(plan.fields),
      contains: plan.contains,
    },
    reader: new RowReader(headers, plan, survey, collector, new MergedCells(table.merged ?? [])),
    collector,
    rows: rowsBelow(table, header.row, shape, edit, collector),
  };
}

/**
 * Returns the rows that are searched for the header, including blank rows, and the first later row that is not blank.
 */
async function readAhead(rows: RawRows): Promise<RawRow[]> {
  const first: RawRow[] = [];
  for await (const some of rows) {
    for (const row of some) {
      const isEarly = row.row <= HEADER_ROWS;
      if (isEarly || !isBlank(row.cells)) first.push(row);
      if (!isEarly && !isBlank(row.cells)) return first;
    }
  }
  return first;
}

/**
 * Whether the first rows of a sheet contain a header with at least two known headers, and another row below it. False
 * for a damaged sheet.
 */
export async function hasTable(table: RawTable, mapping: ReadOptions['mapping']): Promise<boolean> {
  try {
    const first = await firstOf(table.rows(), HEADER_ROWS + 1);
    const place = findHeader(first, mapping);
    const isFollowed = first.slice(place + 1).some(({ cells }) => !isBlank(cells));
    return isFollowed && countKnownHeaders(first[place]?.cells ?? [], mapping) > 1;
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
}

async function firstOf(rows: RawRows, count: number): Promise<RawRow[]> {
  const first: RawRow[] = [];
  for await (const some of rows) {
    first.push(...some);
    if (first.length >= count) break;
  }
  return first;
}

function shapeOf(header: RawRow, columns: Columns): TableShape {
  const fields = [...knownFields(columns)];
  const columnsOfField = (wanted: string) => fields.filter(([, field]) => field === wanted).map(([column]) => column);
  const parts = columns.headers.flatMap((_, column) => (isPartOfNumber(columns, column) ? [column] : []));
  return {
    header: header.cells,
    identifiers: [...columnsOfField('external_id'), ...parts],
    names: columnsOfField('queen_name'),
    fields: new Map(fields),
  };
}

function namesOf({ cells }: RawRow, where: string, limits: ReadLimits): string[] {
  if (cells.length > limits.columns) {
    throw UnreadableFile.of(
      'too_many_columns',
      `${where} has ${cells.length} columns; at most ${limits.columns} can be read.`,
    );
  }
  if (cells.some((cell) => cell.includes('\0')))
    throw new UnreadableFile(`${where} has a NUL character in its header.`);
  return nameHeaders(cells);
}

/**
 * Adds the columns of the file to the error, so that the breeder can map them. Adds a hint if the encoding may be
 * wrong.
 */
function withUnmappedColumns(
  error: NamesNoQueen,
  unmapped: NonNullable<NamesNoQueen['unmapped']>,
  { encoding }: RawFile,
  { mapping, encoding: chosen }: ReadOptions,
): NamesNoQueen {
  const isGuess = encoding?.isGuess === true && mapping === undefined && chosen === undefined;
  const explained = isGuess
    ? new NamesNoQueen(
        `The encoding of the file cannot be recognized: it is not UTF-8, and no other encoding results in a known header. Set encoding or mapping, or save the file as UTF-8. ${error.message}`,
        error.fields,
        'unknown_encoding',
      )
    : error;
  explained.unmapped = unmapped;
  return explained;
}

function addEncodingWarning({ encoding }: RawFile, collector: BatchCollector): void {
  if (encoding === undefined || encoding.name === 'utf-8') return;
  const { name } = encoding;
  collector.warn('encoding', null, null, `The text is read as ${name}: check the letters with accents.`, {
    encoding: name,
  });
}

function addRowsAboveWarning(above: readonly RawRow[], collector: BatchCollector): void {
  const filled = above.filter(({ cells }) => !isBlank(cells) && !isDelimiterHint(cells));
  const [first, last] = [filled[0]?.row, filled.at(-1)?.row];
  if (first === undefined || last === undefined) return;
  const message =
    first === last
      ? 'is above the header and was skipped'
      : `the rows above the header, up to row ${last}, were skipped`;
  collector.warn('above_header_set_aside', first, null, message, { first, last });
}
