import type { ReactNode } from 'react';
import { classes } from '../ui/class-names.js';
import styles from './charts.module.css';

export interface ChartColumn {
  header: ReactNode;
  /** `end` for numbers, which are aligned to the end of their cell. */
  align?: 'end';
}

interface ChartTableProps {
  /** The name of the table for screen readers. */
  label: string;
  columns: readonly ChartColumn[];
  /** The first cell of a row is its header. */
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
}

/** A small table, for example of the numbers of a chart. On a phone, it scrolls horizontally within its frame. */
export function ChartTable({ label, columns, rows }: ChartTableProps) {
  return (
    <div className={styles.tableFrame} role="group" aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ header, align }, index) => (
              <th key={index} scope="col" className={classes(align && styles.end)}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => {
                const className = classes(columns[index]?.align && styles.end);
                return index === 0 ? (
                  <th key={index} scope="row" className={className}>
                    {cell}
                  </th>
                ) : (
                  <td key={index} className={className}>
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
