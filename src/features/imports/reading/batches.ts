import type { Batch } from './draft.js';
import type { PreparedTable } from './prepare-table.js';

/** A batch ends early when its cells contain this many characters, because a thousand rows can be large. */
const MAX_BATCH_CHARACTERS = 4 * 1024 * 1024;

/** Reads all rows in batches of at most `size`. Blank rows are skipped. */
export async function* readBatches(
  { rows, reader, unused }: PreparedTable,
  size: number,
): AsyncGenerator<Batch, void, undefined> {
  let batch: Batch = empty();
  let characters = 0;
  for await (const some of rows) {
    for (const raw of some) {
      const read = reader.read(raw);
      if (read === null) continue;
      batch.rows++;
      if (read.draft) batch.drafts.push(read.draft);
      batch.errors.push(...read.errors);
      if (read.errors.length > 0) unused.add('faulty', raw);
      for (const cell of raw.cells) characters += cell.length;
      if (batch.rows < size && characters < MAX_BATCH_CHARACTERS) continue;
      batch.warnings = reader.warnings.take();
      batch.unused = unused.take();
      yield batch;
      batch = empty();
      characters = 0;
    }
  }
  batch.warnings = reader.warnings.take();
  batch.unused = unused.take();
  batch.errors.push(...reader.faultsOfFile());
  if (batch.rows + batch.warnings.length + batch.errors.length + batch.unused.length > 0) yield batch;
}

const empty = (): Batch => ({ rows: 0, drafts: [], errors: [], warnings: [], unused: [] });
