import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { MARKING_NAMES } from '../i18n/terms.js';
import { markingColour } from '../mark.js';
import { colourOf } from './marking-words.js';
import styles from './life-status.module.css';

export interface MarkingProps {
  marking: string | null;
  /** The known date of birth of the queen. */
  born: string | null;
}

/** The recorded marking of a queen, with a note if its colour is not the colour of her birth year. */
export function Marking({ marking, born }: MarkingProps) {
  if (marking === null) return null;
  return (
    <span className={styles.status}>
      <span translate="no">{marking}</span>
      <MarkingNote {...{ marking, born }} />
    </span>
  );
}

/** A note about a marking whose colour is not the colour of the birth year. */
export function MarkingNote({ marking, born }: MarkingProps) {
  const { i18n } = useLingui();
  const marked = marking === null ? null : colourOf(marking);
  if (marked === null || born === null) return null;
  const year = born.slice(0, 4);
  const usual = markingColour(Number(year));
  if (marked === usual) return null;
  const colour = i18n._(MARKING_NAMES[usual]);
  return (
    <span className={styles.note}>
      <TriangleAlert aria-hidden="true" />
      <Trans>
        the colour of {year} is {colour}
      </Trans>
    </span>
  );
}
