import { memo, type ReactNode } from 'react';
import { classes } from './class-names.js';
import styles from './list-table.module.css';

export interface Column<Row> {
  id: string;
  header: string;
  /** Whether the header is only for screen readers. */
  hiddenHeader?: boolean;
  cell: (row: Row, index: number) => ReactNode;
  /** The sort field of the server; absent if the server cannot sort by this column. */
  sort?: string;
  /** Whether a click anywhere in the row follows the link in this cell. */
  opens?: boolean;
  /** `end` for numbers, which are aligned to the end of their cell. */
  align?: 'end';
  /** Whether the column stays visible while other columns are scrolled. */
  sticky?: boolean;
  /**
   * The required width in pixels. If all columns have a `width`, the visible rows do not affect the widths. The columns
   * share the remaining width. Longer text is cut with an ellipsis.
   */
  width?: number;
}

export interface AnyRow {
  index: number;
  /** The minimum height in pixels. */
  size: number;
  /** Measures the height of the row; absent if all rows have the same height. */
  measure: ((row: Element | null) => void) | undefined;
  row: object | undefined;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows and columns belong to the same list; their type does not matter here
  columns: readonly Column<any>[];
  phoneRow: ((row: object, index: number) => ReactNode) | undefined;
}

/** The `aria-rowindex` of the first row; the header has 1. */
export const FIRST_ROW = 2;

/** A row of a table. Memoized, so that scrolling does not render it again. */
export const TableRow = memo(function TableRow({ index, size, measure, row, columns, phoneRow }: AnyRow) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + FIRST_ROW} style={{ height: size }}>
      {row === undefined ? (
        <td colSpan={phoneRow ? 1 : columns.length} className={styles.coming}>
          <span />
        </td>
      ) : phoneRow ? (
        <td>{phoneRow(row, index)}</td>
      ) : (
        columns.map(({ id, cell, align, sticky, opens }) => (
          <td key={id} className={classes(align && styles.end, sticky && styles.sticky)} data-opens={opens}>
            {cell(row, index)}
          </td>
        ))
      )}
    </tr>
  );
});
