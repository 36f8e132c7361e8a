import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ChartTable } from '../charts/chart-table.js';
import { Figure } from '../charts/figure.js';
import { HistoryChart, type HistoryPoint } from '../charts/history-chart.js';
import { aroundHundred } from '../charts/scales.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAITS } from '../i18n/terms.js';
import { SelectField } from '../ui/fields.js';
import type { Weights } from '../values/weights.js';
import { indexOf, type RunValues } from './values.js';
import styles from './queen.module.css';

interface ValuesHistoryProps {
  name: string;
  /** Two or more runs of one source. */
  runs: readonly RunValues[];
  weights: Weights;
}

interface Series {
  key: string;
  label: string;
  points: HistoryPoint[];
}

/** The index or a trait in successive runs, on demand. */
export function ValuesHistory({ name, runs, weights }: ValuesHistoryProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const [chosen, choose] = useState('index');
  const dated = runs.filter(({ run }) => run.computedAt !== null);
  const pointsOf = (valueIn: (values: RunValues) => { value: number; reliability: number | null } | null) =>
    dated.map((values) => ({
      at: values.run.computedAt!,
      ...(valueIn(values) ?? { value: null, reliability: null }),
    }));
  const series: Series[] = [
    { key: 'index', label: t`Index`, points: pointsOf((values) => indexOf(values, weights)) },
    ...TRAITS.map((trait) => ({
      key: trait,
      label: i18n._(TRAIT_NAMES[trait]),
      points: pointsOf(({ values }) => {
        const value = values[trait];
        return value ? { value: value.normalized, reliability: value.reliability } : null;
      }),
    })),
  ].filter(({ points }) => points.some(({ value }) => value !== null));
  const domain = aroundHundred(series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? [])));
  const cellOf = ({ value, reliability }: HistoryPoint): string => {
    if (value === null) return '';
    const [shown, r2] = [format.number(value, 1), reliability === null ? null : format.number(reliability, 2)];
    return r2 === null ? shown : t`${shown} (r² ${r2})`;
  };
  const shown = series.find((each) => each.key === chosen) ?? series[0];
  if (!shown) return null;
  const { key, label, points } = shown;
  return (
    <details className={styles.more}>
      <summary>
        <Trans>From run to run</Trans>
      </summary>
      <SelectField
        name="trait"
        label={t`Trait`}
        value={key}
        options={series.map((each) => ({ value: each.key, label: each.label }))}
        onChange={choose}
      />
      <Figure
        caption={<Trans>Her values in each run so far; the figure at a dot is its reliability r².</Trans>}
        table={
          <ChartTable
            label={t`Breeding values of ${name} in each run`}
            columns={[{ header: t`Run` }, ...series.map((each) => ({ header: each.label, align: 'end' as const }))]}
            rows={dated.map(({ run }, index) => ({
              key: run.id,
              cells: [format.instant(run.computedAt!), ...series.map((each) => cellOf(each.points[index]!))],
            }))}
          />
        }
      >
        <HistoryChart label={t`${label} of ${name} from run to run`} {...{ points, domain }} />
      </Figure>
    </details>
  );
}
