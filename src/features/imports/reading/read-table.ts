import { readBatches } from './batches.js';
import { hasTable, prepareTable } from './prepare-table.js';
import type { PreparedTable } from './prepare-table.js';
import { openCsv } from './csv.js';
import { UnreadableFile } from './draft.js';
import type { Batch, ReadOptions, TableHead } from './draft.js';
import { detectKind } from './file-kind.js';
import { LIMITS } from './limits.js';
import type { ReadLimits } from './limits.js';
import { NoTable } from './no-table.js';
import { sheetNames } from './rows.js';
import type { RawFile, RawTable } from './rows.js';
import { openWorkbook } from './workbook.js';

export { readInWorker } from './read-in-worker.js';

/** An opened table. Its head has been read; its rows can be read only once. */
export interface Table {
  head: TableHead;
  /** Drafts and errors in the order of the rows, in batches of at most `size` rows (default 1,000). */
  batches(size?: number): AsyncIterable<Batch>;
  close(): Promise<void>;
}

/**
 * Opens a CSV file or a workbook and recognizes its columns. The content decides which kind of file it is. Rows are
 * streamed; only the shared strings of a workbook stay in memory.
 * @throws {UnreadableFile} here or while rows are read
 */
export async function openTable(path: string, options: ReadOptions, limits: ReadLimits = LIMITS): Promise<Table> {
  const file =
    (await detectKind(path)) === 'text' ? await openCsv(path, options, limits) : await openWorkbook(path, limits);
  try {
    const table = await chooseTable(file, options, limits);
    return {
      head: table.head,
      batches: (size = 1000) => readBatches(table, size),
      close: async () => {
        await table.rows.return();
        await file.close();
      },
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Prepares the requested sheet. If none is requested, prepares the first sheet with a table; hidden sheets come last.
 */
async function chooseTable(file: RawFile, options: ReadOptions, limits: ReadLimits): Promise<PreparedTable> {
  if (options.sheet !== undefined) return prepareTable(sheetNamed(file, options.sheet), file, options, limits);
  const reasons: UnreadableFile[] = [];
  for (const table of file.tables.toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden))) {
    try {
      const prepared = await prepareTable(table, file, options, limits);
      await warnOfOtherTables(file, table, options, prepared);
      return prepared;
    } catch (error) {
      // If this sheet has no table, or if the mapping does not fit it, a later sheet may be readable. Any other error
      // rejects the whole file.
      if (!(error instanceof NoTable) && !(error instanceof UnreadableFile && error.path === 'mapping')) throw error;
      reasons.push(error);
    }
  }
  throw (
    reasons.find((reason) => reason.path === 'mapping') ??
    reasons[0] ??
    new NoTable('The file contains no table.', 'empty')
  );
}

/** Maximum number of sheets that are searched for further tables. */
const MAX_SEARCHED_SHEETS = 50;

/** Warns of visible sheets that contain another table, because only one sheet is read. */
async function warnOfOtherTables(
  { tables }: RawFile,
  chosen: RawTable,
  { mapping }: ReadOptions,
  { collector }: PreparedTable,
): Promise<void> {
  const names: string[] = [];
  for (const table of tables.slice(0, MAX_SEARCHED_SHEETS)) {
    if (table === chosen || table.isHidden || table.name === null) continue;
    if (await hasTable(table, mapping)) names.push(table.name);
  }
  if (names.length === 0) return;
  const given = names.join(', ');
  const message = `Only one sheet is read. Other sheets also contain tables: ${given}. Import the file once for each sheet.`;
  collector.warn('other_sheets', null, null, message, { given });
}

function sheetNamed(file: RawFile, name: string) {
  const named = file.tables.find((table) => table.name === name);
  if (named) return named;
  const names = sheetNames(file).map((each) => `"${each}"`);
  throw new UnreadableFile(
    names.length > 0
      ? `There is no sheet "${name}"; the workbook has ${names.slice(0, 50).join(', ')}.`
      : `There is no sheet "${name}": the file is text and has no sheets.`,
    'sheet',
    'validation_failed',
    { kind: 'unknown_sheet', given: name },
  );
}
