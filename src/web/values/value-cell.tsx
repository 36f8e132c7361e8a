import { Trans } from '@lingui/react/macro';
import { useFormat } from '../i18n/format.js';
import styles from './value-cell.module.css';

interface ValueCellProps {
  value: number;
  /** The reliability r²; null if unknown. */
  reliability: number | null;
  /** Whether the value is emphasized, because it is the subject of the list. */
  strong?: boolean;
}

/** A value with its reliability below. A value is never shown without its reliability. */
export function ValueCell({ value, reliability, strong }: ValueCellProps) {
  const format = useFormat();
  const shown = format.number(value, 1);
  const r2 = reliability === null ? null : format.number(reliability, 2);
  return (
    <span className={styles.cell}>
      {strong ? <strong>{shown}</strong> : <span>{shown}</span>}
      <span className={styles.reliability}>{r2 === null ? <Trans>r² not known</Trans> : <Trans>r² {r2}</Trans>}</span>
    </span>
  );
}
