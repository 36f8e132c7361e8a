import { Trans, useLingui } from '@lingui/react/macro';
import { ChartTable } from '../charts/chart-table.js';
import { TRAIT_NAMES, TRAITS, type Trait } from '../i18n/terms.js';
import { PARTS, useUnitSquared, useVariance } from './variance-words.js';
import type { Published } from './runs.js';
import styles from './variances.module.css';

interface PublishedVariancesProps {
  published: readonly Published[];
  traits: readonly Trait[];
}

/** The published variances of the traits of a new run, with their sources. */
export function PublishedVariances({ published, traits }: PublishedVariancesProps) {
  const { t, i18n } = useLingui();
  const variance = useVariance();
  const squared = useUnitSquared();
  const shown = TRAITS.flatMap(
    (trait) => (traits.includes(trait) && published.find((each) => each.trait === trait)) || [],
  );
  if (shown.length === 0) return null;
  const columns = [
    { header: t`Trait` },
    ...PARTS.map((part) => ({ header: i18n._(part.label), align: 'end' as const })),
    { header: t`Unit` },
  ];
  const rows = shown.map((each) => ({
    key: each.trait,
    cells: [i18n._(TRAIT_NAMES[each.trait]), ...PARTS.map(({ part }) => variance(each[part])), squared(each.trait)],
  }));
  return (
    <div className={styles.part}>
      <ChartTable label={t`Published variances`} columns={columns} rows={rows} />
      <details className={styles.sources}>
        <summary>
          <Trans>Sources</Trans>
        </summary>
        <dl>
          {shown.map(({ trait, source }) => (
            <div key={trait}>
              <dt>{i18n._(TRAIT_NAMES[trait])}</dt>
              <dd lang="en">{source}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
