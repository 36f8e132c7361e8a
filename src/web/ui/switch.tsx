import { classes } from './class-names.js';
import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  className?: string;
}

/** A switch whose change applies at once. */
export function Switch({ label, on, onChange, className }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      className={classes(styles.switch, className)}
      onClick={() => onChange(!on)}
    >
      <span aria-hidden="true" />
    </button>
  );
}
