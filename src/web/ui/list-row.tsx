import { memo, type ReactNode } from 'react';
import { classes } from './class-names.js';
import styles from './list-table.module.css';

export interface Column<Row> {
  id: string;
  header: string;
  /** The header is only for screen readers. */
  hiddenHeader?: boolean;
  cell: (row: Row, index: number) => ReactNode;
  /** Sort field of the server; absent if it cannot sort by it. */
  sort?: string;
  /** The link in its cell opens the row: a click anywhere in the row follows it. */
  opens?: boolean;
  /** Numbers are aligned to the end of their cell. */
  align?: 'end';
  /** Stays visible while other columns are scrolled. */
  sticky?: boolean;
  /**
   * Required width in pixels. If all columns have one, widths are independent of the visible rows, and the remaining
   * width is shared; longer text is cut with an ellipsis.
   */
  width?: number;
}

export interface AnyRow {
  index: number;
  /** Least height. */
  size: number;
  /** Measures the height of the row; absent if all rows have the same. */
  measure: ((row: Element | null) => void) | undefined;
  row: object | undefined;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows and columns belong to the same list; their type does not matter here
  columns: readonly Column<any>[];
  /** Renders the whole row on a phone. */
  phoneRow: ((row: object, index: number) => ReactNode) | undefined;
}

/** `aria-rowindex` of the first row; the header is the row before. */
export const FIRST_ROW = 2;

/** A row that is not rendered again while others scroll into view. */
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
