import { markingColour } from '../mark.js';
import styles from './brand.module.css';

/** Ring and word; the dot in the ring has this year's marking colour, with its last digit. */
export function Brand({ year = new Date().getFullYear() }: { year?: number }) {
  return (
    <span className={styles.brand}>
      <svg className={`mark ${markingColour(year)}`} width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
        <circle className="ring" cx="16" cy="16" r="14" />
        <circle className="dot" cx="16" cy="16" r="8.5" />
        <text x="16" y="16.4">
          {year % 10}
        </text>
      </svg>
      <span className={styles.word} translate="no">
        Queenbook
      </span>
    </span>
  );
}
