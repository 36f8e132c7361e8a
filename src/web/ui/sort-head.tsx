import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './class-names.js';
import styles from './sort-head.module.css';

interface SortHeadProps {
  /** Direction of the sort by this column; null if there is none. */
  sorted: 'ASC' | 'DESC' | null;
  onSort: () => void;
  /** For a column of numbers: the sort icon is before the label, so that the label aligns with the numbers. */
  end?: boolean;
  className?: string;
  children: ReactNode;
}

/** The header of a sortable column. */
export function SortHead({ sorted, onSort, end, className, children }: SortHeadProps) {
  const Arrow = sorted === 'DESC' ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={sorted === null ? undefined : sorted === 'ASC' ? 'ascending' : 'descending'}
    >
      <button type="button" className={classes(styles.sort, end && styles.end)} onClick={onSort}>
        {children}
        <Arrow aria-hidden="true" data-on={sorted !== null || undefined} />
      </button>
    </th>
  );
}
