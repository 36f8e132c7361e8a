import { memo, type ReactNode } from 'react';
import { classes } from './class-names.js';
import styles from './list-table.module.css';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row, index: number) => ReactNode;
  /** The field that the server sorts by; absent where it cannot. */
  sort?: string;
  /** Figures stand at the end of their cell. */
  align?: 'end';
  /** Stays in view while the others are scrolled aside. */
  sticky?: boolean;
  /**
   * Pixels that it needs. Where all columns say so they keep their widths, whatever rows are in view, and share what is
   * left over; longer texts are cut by an ellipsis.
   */
  width?: number;
}

export interface AnyRow {
  index: number;
  size: number;
  row: object | undefined;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows and columns are of one list, whatever its rows are
  columns: readonly Column<any>[];
  /** Draws the whole row on a phone. */
  phoneRow: ((row: object, index: number) => ReactNode) | undefined;
}

/** `aria-rowindex` of the first row; the header is the row before. */
export const FIRST_ROW = 2;

/** One row; while others scroll into view it is not drawn anew. */
export const TableRow = memo(function TableRow({ index, size, row, columns, phoneRow }: AnyRow) {
  return (
    <tr aria-rowindex={index + FIRST_ROW} style={{ height: size }}>
      {row === undefined ? (
        <td colSpan={phoneRow ? 1 : columns.length} className={styles.coming}>
          <span />
        </td>
      ) : phoneRow ? (
        <td>{phoneRow(row, index)}</td>
      ) : (
        columns.map(({ id, cell, align, sticky }) => (
          <td key={id} className={classes(align && styles.end, sticky && styles.sticky)}>
            {cell(row, index)}
          </td>
        ))
      )}
    </tr>
  );
});
