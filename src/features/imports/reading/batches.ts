import type { Batch } from './draft.js';
import type { PreparedTable } from './prepare-table.js';

/** Reads all rows in batches of at most `size`. Blank rows are skipped. */
export async function* readBatches(
  { rows, reader, collector }: PreparedTable,
  size: number,
): AsyncGenerator<Batch, void, undefined> {
  for await (const some of rows) {
    for (const raw of some) {
      const read = reader.read(raw);
      if (read === null) continue;
      collector.addRow(read, raw);
      if (collector.isFull(size)) yield collector.take();
    }
  }
  const last = collector.take();
  last.errors.push(...reader.faultsOfFile());
  if (last.rows + last.warnings.length + last.errors.length + last.unused.length > 0) yield last;
}
