import { markingColour } from '../mark.js';
import { classes } from '../ui/class-names.js';
import styles from './brand.module.css';

interface BrandProps {
  year?: number;
  /** Whether the logo is in the navigation rail, which is narrow on some screens. */
  ofRail?: boolean;
}

/** Logo: a ring and the name. The dot in the ring has this year's marking colour and the last digit of the year. */
export function Brand({ year = new Date().getFullYear(), ofRail = false }: BrandProps) {
  return (
    <span className={classes(styles.brand, ofRail && styles.ofRail)}>
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
