import type { ReactNode } from 'react';
import styles from './progress.module.css';

interface ProgressProps {
  /** What is being done; said aloud when it changes, and not at each step. */
  label: string;
  /** 0 to 1; null if not known. */
  value: number | null;
  children?: ReactNode;
}

/** How far long work is, and what can be done meanwhile. */
export function Progress({ label, value, children }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <p role="status">{label}</p>
      <progress aria-label={label} max={1} value={value ?? undefined} />
      {children}
    </div>
  );
}
