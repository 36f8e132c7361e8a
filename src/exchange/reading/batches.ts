import type { Batch } from './draft.js';
import type { BegunTable } from './begin-table.js';

/** A batch is closed early when its cells hold this many characters: a thousand rows can be large. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

/** Reads all rows, at most `size` at a time; blank ones are passed over. */
export async function* readBatches({ rows, reader }: BegunTable, size: number): AsyncGenerator<Batch, void, undefined> {
  let batch: Batch = { rows: 0, drafts: [], errors: [] };
  let characters = 0;
  for await (const some of rows) {
    for (const raw of some) {
      const read = reader.read(raw);
      if (read === null) continue;
      batch.rows++;
      if (read.draft) batch.drafts.push(read.draft);
      batch.errors.push(...read.errors);
      for (const cell of raw.cells) characters += cell.length;
      if (batch.rows < size && characters < MOST_CHARACTERS) continue;
      yield batch;
      batch = { rows: 0, drafts: [], errors: [] };
      characters = 0;
    }
  }
  if (batch.rows > 0) yield batch;
}
