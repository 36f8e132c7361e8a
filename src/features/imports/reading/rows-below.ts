import type { UnusedRows } from './edits.js';
import { withoutBlank, type RawRow, type RawRows, type RawTable } from './rows.js';
import { reasonToSetAside, type Reason, type TableShape } from './set-aside.js';
import type { Warnings } from './warnings.js';

const SET_ASIDE_MESSAGES: Record<Reason, string> = {
  units: 'is a row of units or scales and was skipped',
  repeated_header: 'repeats the header and was skipped',
  summary: 'is a row of sums or means and was skipped',
  section: 'is a heading within the table and was skipped',
  footnote: 'is a footnote and was skipped',
};

/** Receives the warnings and the unused rows of a file. */
interface RowLog {
  warnings: Warnings;
  unused: UnusedRows;
}

/**
 * Yields the rows below the header that may describe queens, with the breeder's edits. Rows that do not describe a
 * queen cause warnings.
 */
export async function* rowsBelow(
  table: RawTable,
  header: number,
  shape: TableShape,
  edit: (row: RawRow) => RawRow | null,
  log?: RowLog,
): RawRows {
  let isFirst = true;
  for await (const some of withoutBlank(table.rows())) {
    yield some.flatMap((raw) => {
      if (raw.row <= header) return [];
      const edited = edit(raw);
      if (!edited) {
        log?.unused.add('skipped', raw);
        return [];
      }
      const reason = reasonToSetAside(edited.cells, shape, isFirst);
      isFirst = false;
      if (!reason) return [edited];
      log?.warnings.add(`${reason}_set_aside`, raw.row, null, SET_ASIDE_MESSAGES[reason]);
      log?.unused.add('set_aside', raw);
      return [];
    });
  }
}
