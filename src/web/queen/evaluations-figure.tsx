import { Trans, useLingui } from '@lingui/react/macro';
import { Figure, Multiple } from '../charts/figure.js';
import { fromZero } from '../charts/scales.js';
import { SeasonChart } from '../charts/season-chart.js';
import { TRAIT_NAMES, TRAIT_UNITS, type Trait } from '../i18n/terms.js';
import { decimalsOf, measureOf } from '../i18n/traits.js';
import type { Evaluation } from './evaluations-data.js';
import { testedIn, type Tested } from './tested.js';
import styles from './queen.module.css';

const SCORES = { domain: [1, 4], ticks: [1, 2, 3, 4] } as const;
/** Tests that count cells share one scale. */
const CELLS = { domain: [0, 50], ticks: [0, 25, 50] } as const;

function axisOf(trait: Trait, results: readonly Tested[]) {
  const measure = measureOf(trait);
  if (measure === 'cells') return CELLS;
  if (measure === 'score') return SCORES;
  const domain = fromZero(results.flatMap(({ value, mean }) => [value ?? 0, mean ?? 0]));
  return { domain, ticks: [0, domain[1] / 2, domain[1]] };
}

interface EvaluationsFigureProps {
  name: string;
  trait: Trait;
  evaluations: readonly Evaluation[];
}

/** A chart of one trait over the seasons. The table beside the chart has the numbers. */
export function EvaluationsFigure({ name, trait, evaluations }: EvaluationsFigureProps) {
  const { t, i18n } = useLingui();
  const label = i18n._(TRAIT_NAMES[trait]);
  const points = evaluations.map((evaluation) => testedIn(evaluation, trait));
  return (
    <Figure
      caption={
        <span className={styles.keys}>
          <span>
            <Key shape="dot" />
            <Trans>her colony</Trans>
          </span>
          <span>
            <Key shape="ring" />
            <Trans>mean of the apiary and season; in brackets: this mean and the number n of colonies</Trans>
          </span>
        </span>
      }
    >
      <Multiple title={label} note={i18n._(TRAIT_UNITS[trait])}>
        <SeasonChart
          label={t`${label} of ${name} by season`}
          points={points}
          decimals={decimalsOf(trait)}
          {...axisOf(trait, points)}
        />
      </Multiple>
    </Figure>
  );
}

const Key = ({ shape }: { shape: 'dot' | 'ring' }) => (
  <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <circle cx="10" cy="10" r={shape === 'dot' ? 4 : 8} className={shape === 'dot' ? styles.dotKey : styles.ringKey} />
  </svg>
);
