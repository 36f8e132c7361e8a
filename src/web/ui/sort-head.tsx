import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './class-names.js';
import styles from './sort-head.module.css';

interface SortHeadProps {
  /** The sort direction of this column; null if the list is sorted by another column. */
  sorted: 'ASC' | 'DESC' | null;
  onSort: () => void;
  /**
   * Whether the column has numbers. The sort icon is then before the label, so that the label aligns with the numbers.
   */
  end?: boolean;
  className?: string;
  children: ReactNode;
}

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
