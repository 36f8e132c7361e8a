import type { ReactNode } from 'react';
import styles from './progress.module.css';

interface ProgressProps {
  /** The current step; announced when the step changes, not each time the value changes. */
  label: string;
  /** 0 to 1; null if unknown. */
  value: number | null;
  children?: ReactNode;
}

/** Progress of a long job, and what the user can do meanwhile. */
export function Progress({ label, value, children }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <p role="status">{label}</p>
      <progress aria-label={label} max={1} value={value ?? undefined} />
      {children}
    </div>
  );
}
