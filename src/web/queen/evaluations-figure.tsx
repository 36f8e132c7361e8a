import { Trans, useLingui } from '@lingui/react/macro';
import { ChartTable } from '../charts/chart-table.js';
import { Figure, Multiple, Multiples } from '../charts/figure.js';
import { fromZero } from '../charts/scales.js';
import { SeasonChart } from '../charts/season-chart.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAIT_UNITS, TRAITS, type Trait } from '../i18n/terms.js';
import { NotKnown } from '../ui/states.js';
import type { Evaluation } from './evaluations-panel.js';
import styles from './queen.module.css';

const SCORES = { domain: [1, 4], ticks: [1, 2, 3, 4] } as const;
/** Both hygiene tests count 50 cells, so they share one scale. */
const CELLS = { domain: [0, 50], ticks: [0, 25, 50] } as const;

interface Measured {
  evaluation: Evaluation;
  value: number | null;
  mean: number | null;
  n: number;
}

const measured = (evaluations: readonly Evaluation[], trait: Trait): Measured[] =>
  evaluations.map((evaluation) => {
    const group = evaluation.groupTraits?.find((row) => row.trait === trait);
    return { evaluation, value: evaluation[trait], mean: group?.mean ?? null, n: group?.n ?? 0 };
  });

function axisOf(trait: Trait, rows: readonly Measured[]) {
  if (trait === 'hyg6h' || trait === 'hyg24h') return CELLS;
  if (trait !== 'honey') return SCORES;
  const domain = fromZero(rows.flatMap(({ value, mean }) => [value ?? 0, mean ?? 0]));
  return { domain, ticks: [0, domain[1] / 2, domain[1]] };
}

/** The eight traits over the years as small multiples. */
export function EvaluationsFigure({ name, evaluations }: { name: string; evaluations: readonly Evaluation[] }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const end = { align: 'end' } as const;
  const decimals = (trait: Trait): number => (trait.startsWith('hyg') ? 0 : 1);
  const rows = TRAITS.flatMap((trait) =>
    measured(evaluations, trait)
      .filter(({ value }) => value !== null)
      .map(({ evaluation, value, mean, n }) => ({
        key: `${trait} ${evaluation.id}`,
        cells: [
          i18n._(TRAIT_NAMES[trait]),
          evaluation.year,
          evaluation.apiary?.name ?? <NotKnown key="apiary" />,
          format.number(value!, decimals(trait)),
          mean === null ? <NotKnown key="mean" /> : format.number(mean, 1),
          mean === null ? '' : format.number(n),
        ],
      })),
  );
  return (
    <Figure
      caption={
        <Trans>Her tests by season, beside the mean of all colonies tested in the same apiary and season.</Trans>
      }
      legend={
        <>
          <span>
            <Key shape="dot" />
            <Trans>her colony</Trans>
          </span>
          <span>
            <Key shape="ring" />
            <Trans>mean of apiary and season</Trans>
          </span>
        </>
      }
      table={
        <ChartTable
          label={t`Tests of ${name} by trait`}
          columns={[
            { header: t`Trait` },
            { header: t`Season`, ...end },
            { header: t`Apiary` },
            { header: t`Value`, ...end },
            { header: t`Mean of the group`, ...end },
            { header: t`Colonies`, ...end },
          ]}
          rows={rows}
        />
      }
    >
      <Multiples>
        {TRAITS.map((trait) => {
          const label = i18n._(TRAIT_NAMES[trait]);
          const points = measured(evaluations, trait);
          return (
            <Multiple key={trait} title={label} note={i18n._(TRAIT_UNITS[trait])}>
              {points.some(({ value }) => value !== null) ? (
                <SeasonChart
                  label={t`${label} of ${name} by season`}
                  points={points.map(({ evaluation: { year }, value, mean }) => ({ year, value, mean }))}
                  decimals={decimals(trait)}
                  {...axisOf(trait, points)}
                />
              ) : (
                <p className={styles.notTested}>
                  <Trans>not tested</Trans>
                </p>
              )}
            </Multiple>
          );
        })}
      </Multiples>
    </Figure>
  );
}

const Key = ({ shape }: { shape: 'dot' | 'ring' }) => (
  <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <circle cx="10" cy="10" r={shape === 'dot' ? 4 : 8} className={shape === 'dot' ? styles.dotKey : styles.ringKey} />
  </svg>
);
