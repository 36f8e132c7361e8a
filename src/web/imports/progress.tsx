import type { ReactNode } from 'react';
import styles from './progress.module.css';

interface ProgressProps {
  /** The current step. Screen readers announce a change of the step, but not of the value. */
  label: string;
  /** The completed share, 0 to 1; null if unknown. */
  value: number | null;
  children?: ReactNode;
}

/** The progress of a long job. `children` can explain what the user can do in the meantime. */
export function Progress({ label, value, children }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <p role="status">{label}</p>
      <progress aria-label={label} max={1} value={value ?? undefined} />
      {children}
    </div>
  );
}
