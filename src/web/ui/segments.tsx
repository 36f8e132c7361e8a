import { useId } from 'react';
import styles from './segments.module.css';

interface SegmentsProps<Value extends string> {
  /** What is chosen; read aloud, not shown: the choices say it to who sees them. */
  label: string;
  /** `aloud` says what a short label leaves out. */
  options: readonly { value: Value; label: string; aloud?: string }[];
  value: Value;
  onChange(value: Value): void;
}

/** One of a few ways to look at the same, side by side: radio buttons in one frame. */
export function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            aria-label={option.aloud}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
