import { toStorableText } from '../../../core/storable-text.js';
import type { RowEdits } from './draft.js';
import type { CellMark, RawRow } from './rows.js';

/**
 * Returns a function that applies the breeder's edits to a row. The function returns the row with corrected cells, or
 * null if the row is skipped.
 * @param headers headers of the file, one for each column
 */
export function rowEditor(headers: readonly string[], edits: RowEdits | undefined): (row: RawRow) => RawRow | null {
  if (!edits) return (row) => row;
  const skipped = new Set(edits.skipped);
  const columns = new Map(headers.map((header, column) => [header, column]));
  return (row) => {
    if (skipped.has(row.row)) return null;
    const corrected = edits.cells[row.row];
    if (!corrected) return row;
    const cells = [...row.cells];
    while (cells.length < headers.length) cells.push('');
    const original = cells.slice(0, headers.length).map(toStorableText);
    const marks = new Map<number, CellMark>(row.marks);
    for (const [header, text] of Object.entries(corrected)) {
      const column = columns.get(header);
      if (column === undefined) continue;
      cells[column] = text;
      marks.delete(column);
    }
    return { ...row, cells, original, marks: marks.size > 0 ? marks : undefined };
  };
}
