import { readBatches } from './batches.js';
import { beginTable } from './begin-table.js';
import type { BegunTable } from './begin-table.js';
import { openCsv } from './csv.js';
import { UnreadableFile } from './draft.js';
import type { Batch, ReadOptions, TableHead } from './draft.js';
import { tellKind } from './file-kind.js';
import { LIMITS } from './limits.js';
import type { ReadLimits } from './limits.js';
import { NoTable } from './no-table.js';
import type { RawFile } from './rows.js';
import { openWorkbook } from './workbook.js';

export { readInWorker } from './read-in-worker.js';

/** A table whose head is known and whose rows are yet to be read, once. */
export interface Table {
  head: TableHead;
  /** Drafts and faults in the order of the rows, at most `size` rows at a time (1,000 if absent). */
  batches(size?: number): AsyncIterable<Batch>;
  close(): Promise<void>;
}

/**
 * Opens a file of a breeder, .csv or .xlsx by its content, and recognizes what its columns tell.
 * The file is streamed: memory does not grow with its rows. Throws `UnreadableFile`, here or while rows are read.
 */
export async function openTable(path: string, options: ReadOptions, limits: ReadLimits = LIMITS): Promise<Table> {
  const file =
    (await tellKind(path)) === 'text' ? await openCsv(path, options, limits) : await openWorkbook(path, limits);
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

/** The sheet that is asked for, else the first that holds a table; hidden ones come last. */
async function chooseTable(file: RawFile, options: ReadOptions, limits: ReadLimits): Promise<BegunTable> {
  if (options.sheet !== undefined) return beginTable(sheetNamed(file, options.sheet), file, options, limits);
  const reasons: UnreadableFile[] = [];
  for (const table of file.tables.toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden))) {
    try {
      return await beginTable(table, file, options, limits);
    } catch (error) {
      // A mapping may mean a later sheet, too; anything else is the file's fault as a whole.
      if (!(error instanceof NoTable) && !(error instanceof UnreadableFile && error.path === 'mapping')) throw error;
      reasons.push(error);
    }
  }
  throw reasons.find((reason) => reason.path === 'mapping') ?? reasons[0] ?? new NoTable('The file holds no table.');
}

function namesOf(file: RawFile): string[] {
  return file.tables.flatMap(({ name }) => (name === null ? [] : [name]));
}

function sheetNamed(file: RawFile, name: string) {
  const named = file.tables.find((table) => table.name === name);
  if (named) return named;
  const names = namesOf(file).map((each) => `"${each}"`);
  throw new UnreadableFile(
    names.length > 0
      ? `There is no sheet "${name}"; the workbook has ${names.slice(0, 50).join(', ')}.`
      : `There is no sheet "${name}": the file is text and has no sheets.`,
    'sheet',
  );
}
