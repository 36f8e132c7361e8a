import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ChartTable } from '../charts/chart-table.js';
import { Figure } from '../charts/figure.js';
import { HistoryChart } from '../charts/history-chart.js';
import { aroundHundred } from '../charts/scales.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAITS } from '../i18n/terms.js';
import { SelectField } from '../ui/fields.js';
import type { Weights } from '../values/weights.js';
import { indexOf, type RunValues } from './values.js';
import styles from './queen.module.css';

interface ValuesHistoryProps {
  name: string;
  /** Two or more runs from the same source. */
  runs: readonly RunValues[];
  weights: Weights;
}

type Known = NonNullable<ReturnType<typeof indexOf>>;

interface Series {
  key: string;
  label: string;
  valueIn: (values: RunValues) => Known | null;
}

/** A chart of the index or a trait in successive runs. The section is collapsed at first. */
export function ValuesHistory({ name, runs, weights }: ValuesHistoryProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const [chosen, choose] = useState('index');
  const dated = runs.flatMap((values) => (values.run.computedAt ? [{ at: values.run.computedAt, values }] : []));
  const allSeries: Series[] = [
    { key: 'index', label: t`Index`, valueIn: (values) => indexOf(values, weights) },
    ...TRAITS.map((trait) => ({
      key: trait,
      label: i18n._(TRAIT_NAMES[trait]),
      valueIn: ({ values }: RunValues) => {
        const value = values[trait];
        return value ? { value: value.normalized, reliability: value.reliability } : null;
      },
    })),
  ];
  const series = allSeries.filter(({ valueIn }) => dated.some(({ values }) => valueIn(values)));
  const domain = aroundHundred(
    series.flatMap(({ valueIn }) => dated.flatMap(({ values }) => valueIn(values)?.value ?? [])),
  );
  const cellOf = (known: Known | null): string => {
    if (!known) return '';
    const { value, reliability } = known;
    const [shown, r2] = [format.number(value, 1), reliability === null ? null : format.number(reliability, 2)];
    return r2 === null ? shown : t`${shown} (r² ${r2})`;
  };
  const shown = series.find((each) => each.key === chosen) ?? series[0];
  if (!shown) return null;
  const { key, label, valueIn } = shown;
  const points = dated.map(({ at, values }) => ({ at, ...(valueIn(values) ?? { value: null, reliability: null }) }));
  return (
    <details className={styles.more}>
      <summary>
        <Trans>Values of successive runs</Trans>
      </summary>
      <SelectField
        name="trait"
        label={t`Trait`}
        value={key}
        options={series.map((each) => ({ value: each.key, label: each.label }))}
        onChange={choose}
      />
      <Figure
        caption={<Trans>Her values in each run so far; the number at a dot is the reliability r².</Trans>}
        table={
          <ChartTable
            label={t`Breeding values of ${name} in each run`}
            columns={[{ header: t`Run` }, ...series.map((each) => ({ header: each.label, align: 'end' as const }))]}
            rows={dated.map(({ at, values }) => ({
              key: values.run.id,
              cells: [format.instant(at), ...series.map((each) => cellOf(each.valueIn(values)))],
            }))}
          />
        }
      >
        <HistoryChart label={t`${label} of ${name} in successive runs`} {...{ points, domain }} />
      </Figure>
    </details>
  );
}
