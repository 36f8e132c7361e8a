/** A range of merged cells with several rows. Only its first cell contains the value. */
export interface MergedRange {
  /** Position of the first column, counted from 0. */
  column: number;
  first: number;
  last: number;
}

/** Ranges after this number are ignored, so that the memory for them is bounded. */
export const MAX_MERGED_RANGES = 100_000;

/** Finds cells that show a value, because they are merged with a cell above them, but do not contain it. */
export class MergedCells {
  private readonly columns = new Map<number, { ranges: MergedRange[]; next: number; isFilled: boolean }>();

  constructor(merged: readonly MergedRange[]) {
    for (const range of merged.toSorted((one, other) => one.first - other.first)) {
      const column = this.columns.get(range.column) ?? { ranges: [], next: 0, isFilled: false };
      column.ranges.push(range);
      this.columns.set(range.column, column);
    }
  }

  /**
   * Returns the empty cells of a row that are merged with a filled cell above them: the column of each, and the row of
   * the filled cell. Must be called for the rows in their order.
   */
  emptyCells(row: number, cells: readonly string[]): [column: number, first: number][] {
    const empty: [number, number][] = [];
    for (const [column, found] of this.columns) {
      while ((found.ranges[found.next]?.last ?? Infinity) < row) {
        found.next++;
        found.isFilled = false;
      }
      const range = found.ranges[found.next];
      if (!range || row < range.first) continue;
      const isFilled = (cells[column] ?? '').trim() !== '';
      if (row === range.first) found.isFilled = isFilled;
      else if (found.isFilled && !isFilled) empty.push([column, range.first]);
    }
    return empty;
  }
}
