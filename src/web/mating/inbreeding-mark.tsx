import { Trans } from '@lingui/react/macro';
import { OctagonAlert, TriangleAlert } from 'lucide-react';
import { useFormat } from '../i18n/format.js';
import { HIGH, inbreedingLevel, RAISED } from './inbreeding-level.js';
import styles from './inbreeding-mark.module.css';

/** The inbreeding of offspring, with an icon and a word if it is raised or high. */
export function MarkedInbreeding({ inbreeding, bold }: { inbreeding: number; bold?: boolean }) {
  const format = useFormat();
  const level = inbreedingLevel(inbreeding);
  return (
    <span className={styles.marked}>
      {level && (
        <span className={styles.mark} data-level={level}>
          {level === 'high' ? <OctagonAlert aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
          {level === 'high' ? <Trans>high</Trans> : <Trans>raised</Trans>}
        </span>
      )}{' '}
      {bold ? <strong>{format.percent(inbreeding, 1)}</strong> : format.percent(inbreeding, 1)}
    </span>
  );
}

/** Explains the marks, if any of these values is marked. */
export function MarksExplained({ inbreedings }: { inbreedings: readonly number[] }) {
  const format = useFormat();
  if (!inbreedings.some(inbreedingLevel)) return null;
  const [raised, high, most] = [format.percent(RAISED, 2), format.percent(HIGH, 1), format.percent(0.25)];
  return (
    <p className={styles.explained}>
      <Trans>
        Inbreeding of {raised} or more is marked as raised (offspring of first cousins: {raised}). Inbreeding of {high}{' '}
        or more is marked as high (offspring of half siblings: {high}; of full siblings, or of a parent and its child:{' '}
        {most}).
      </Trans>
    </p>
  );
}
