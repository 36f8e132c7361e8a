import { useId } from 'react';
import styles from './segments.module.css';

interface SegmentsProps<Value extends string> {
  /** The label for screen readers. Other users need no label, because the choices are clear. */
  label: string;
  /** The choices; `aloud` is the full text of a short label, for screen readers. */
  options: readonly { value: Value; label: string; aloud?: string }[];
  value: Value;
  onChange(value: Value): void;
}

/** A choice of a few views, as radio buttons in one frame. */
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
