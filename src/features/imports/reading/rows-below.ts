import type { BatchCollector } from './batch-collector.js';
import { withoutBlank, type RawRow, type RawRows, type RawTable } from './rows.js';
import { isTitle, reasonToSetAside, type Reason, type TableShape } from './set-aside.js';

const SET_ASIDE_MESSAGES: Record<Reason, string> = {
  units: 'is a row of units or scales and was skipped',
  repeated_header: 'repeats the header and was skipped',
  summary: 'is a row of sums or means and was skipped',
  section: 'is a heading within the table and was skipped',
  footnote: 'is a footnote and was skipped',
  empty_hive: 'names a hive without a queen and without results and was skipped',
};

/**
 * Yields the rows below the header that may describe queens, with the breeder's edits. Rows that do not describe a
 * queen cause warnings.
 * @param collector receives the warnings and the unused rows
 */
export async function* rowsBelow(
  table: RawTable,
  header: number,
  shape: TableShape,
  edit: (row: RawRow) => RawRow | null,
  collector?: BatchCollector,
): RawRows {
  let isFirst = true;
  let previous = header;
  for await (const some of withNext(withoutBlank(table.rows()))) {
    yield some.flatMap(([raw, next]) => {
      if (raw.row <= header) return [];
      const above = previous;
      previous = raw.row;
      const edited = edit(raw);
      if (!edited) {
        collector?.addUnused('skipped', raw);
        return [];
      }
      const reason = isTitle(edited, above, next, shape) ? 'section' : reasonToSetAside(edited.cells, shape, isFirst);
      isFirst = false;
      if (!reason) return [edited];
      collector?.warn(`${reason}_set_aside`, raw.row, null, SET_ASIDE_MESSAGES[reason]);
      collector?.addUnused('set_aside', raw);
      return [];
    });
  }
}

/** Yields each row with the row after it. */
async function* withNext(rows: RawRows): AsyncGenerator<[row: RawRow, next: RawRow | undefined][], void, undefined> {
  let held: RawRow | undefined;
  for await (const some of rows) {
    const last = some.at(-1);
    if (!last) continue;
    const all = held ? [held, ...some] : some;
    held = last;
    yield all.slice(0, -1).map((row, position) => [row, all[position + 1]]);
  }
  if (held) yield [[held, undefined]];
}
