import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './class-names.js';
import styles from './sort-head.module.css';

interface SortHeadProps {
  /** Which way the rows are sorted by it; null where they are not. */
  sorted: 'ASC' | 'DESC' | null;
  onSort: () => void;
  /** The header of figures: the sort icon is before the word, which aligns with the figures. */
  end?: boolean;
  className?: string;
  children: ReactNode;
}

/** The head of a column that the rows can be sorted by. */
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
