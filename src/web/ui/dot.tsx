import { useLingui } from '@lingui/react';
import { markingColour } from '../mark.js';
import { MARKING_NAMES } from '../i18n/terms.js';
import { classes } from './class-names.js';
import styles from './dot.module.css';

export interface DotProps {
  /** The known date of birth, such as `2023` or `2023-06-12`. */
  born: string | null | undefined;
  /** The size in pixels. From 16 pixels on, the dot shows the last digit of the year. */
  size?: number;
}

/**
 * A dot in the marking colour of a queen's birth year; a dashed ring if the year is unknown. Text beside the dot has
 * the same information.
 */
export function Dot({ born, size = 18 }: DotProps) {
  const year = born ? Number(born.slice(0, 4)) : null;
  return (
    <svg
      className={classes(styles.dot, year === null ? styles.none : styles[markingColour(year)])}
      width={size}
      height={size}
      viewBox="0 0 18 18"
      aria-hidden="true"
    >
      <circle cx="9" cy="9" r="8" />
      {year !== null && size >= 16 && (
        <text x="9" y="9.4">
          {year % 10}
        </text>
      )}
    </svg>
  );
}

/**
 * Returns the name of the marking colour for a date of birth, in the language of the page; null if the date is unknown.
 */
export function useMarkingName(born: string | null | undefined): string | null {
  const { i18n } = useLingui();
  return born ? i18n._(MARKING_NAMES[markingColour(Number(born.slice(0, 4)))]) : null;
}
