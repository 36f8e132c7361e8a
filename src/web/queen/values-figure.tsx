import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ChartTable } from '../charts/chart-table.js';
import { Figure } from '../charts/figure.js';
import { ValueBars, type ValueBar } from '../charts/value-bars.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAIT_UNITS } from '../i18n/terms.js';
import { NotKnown } from '../ui/states.js';
import type { Weights } from '../values/weights.js';
import { indexOf, valuesOf, type Run, type RunValues } from './values.js';

interface ValuesFigureProps {
  name: string;
  values: RunValues;
  weights: Weights;
}

/** A chart of the index and the traits of one run, as bars that start at 100. */
export function ValuesFigure({ name, values, weights }: ValuesFigureProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const index = indexOf(values, weights);
  const traits = valuesOf(values);
  const bars: ValueBar[] = [
    ...(index ? [{ key: 'index', label: t`Index`, ...index, strong: true }] : []),
    ...traits.map(({ trait, normalized, reliability }) => ({
      key: trait,
      label: i18n._(TRAIT_NAMES[trait]),
      value: normalized,
      reliability,
    })),
  ];
  const raws = new Map(traits.map(({ trait, raw }) => [trait as string, raw]));
  const hasRaw = traits.some(({ raw }) => raw !== null);
  const rows = bars.map(({ key, label, value, reliability }) => {
    const raw = raws.get(key);
    const unit = key in TRAIT_UNITS ? i18n._(TRAIT_UNITS[key as keyof typeof TRAIT_UNITS]) : '';
    return {
      key,
      cells: [
        label,
        format.number(value, 1),
        reliability === null ? <NotKnown /> : format.number(reliability, 2),
        ...(hasRaw ? [raw == null ? '' : format.signed(raw, 2), raw == null ? '' : unit] : []),
      ],
    };
  });
  const end = { align: 'end' } as const;
  return (
    <Figure
      caption={
        <>
          <Caption run={values.run} />{' '}
          {index && (
            <Trans>
              The index combines the traits by <Link to="/values">your weights</Link>.
            </Trans>
          )}
        </>
      }
      table={
        <ChartTable
          label={t`Breeding values of ${name}`}
          columns={[
            { header: t`Trait` },
            { header: t`Value`, ...end },
            { header: t`r²`, ...end },
            ...(hasRaw ? [{ header: t`In the unit of the trait`, ...end }, { header: t`Unit` }] : []),
          ]}
          rows={rows}
        />
      }
    >
      <ValueBars label={t`Breeding values of ${name} as bars that start at 100`} rows={bars} />
    </Figure>
  );
}

/** The caption: the source of the values, and the meaning of 100. */
function Caption({ run: { id, source, method, baseYears, computedAt } }: { run: Run }) {
  const format = useFormat();
  const date = computedAt === null ? '' : format.instant(computedAt);
  const run = (
    <Link to="/values/runs/$id" params={{ id }}>
      {date}
    </Link>
  );
  if (source === 'import') {
    return <Trans>Imported from another system on {run}. That system chose the queens whose mean is 100.</Trans>;
  }
  return (
    <>
      {method === 'animal' ? (
        <Trans>Computed by Queenbook on {run} with the animal model, as for cattle.</Trans>
      ) : (
        <Trans>Computed by Queenbook on {run} with the model for honey bees.</Trans>
      )}{' '}
      {baseYears !== null && (
        <Plural
          value={baseYears}
          one="100 is the mean of the queens of the last year of birth, and 10 points are one standard deviation."
          other="100 is the mean of the queens of the last # years of birth, and 10 points are one standard deviation."
        />
      )}
    </>
  );
}
