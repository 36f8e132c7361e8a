import { Trans, useLingui } from '@lingui/react/macro';
import { ChartTable } from '../charts/chart-table.js';
import { Figure, Multiple, Multiples } from '../charts/figure.js';
import { MIN_QUEENS_FOR_DOT, TrendChart, type TrendPoint } from '../charts/trend-chart.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAITS, type Trait } from '../i18n/terms.js';
import { Empty, NotKnown } from '../ui/states.js';
import { changeAYear, indexPoints, traitOf, traitPoints, type TrendYear } from './trends.js';
import { YearName } from './year-name.js';

interface ValueTrendsProps {
  years: readonly TrendYear[];
  traits: readonly Trait[];
}

const TEN = 10;

/** The trends of the index and of each trait, as small plots with a common scale. */
export function ValueTrends({ years, traits }: ValueTrendsProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const shown = TRAITS.filter((trait) => traits.includes(trait));
  const series: { id: string; name: string; points: TrendPoint[] }[] = [
    { id: 'index', name: t`Index`, points: indexPoints(years) },
    ...shown.map((trait) => ({ id: trait, name: i18n._(TRAIT_NAMES[trait]), points: traitPoints(years, trait) })),
  ];
  const all = series.flatMap(({ points }) => points);
  if (all.length === 0) {
    return (
      <Empty>
        <Trans>No queen with values has a known year of birth.</Trans>
      </Empty>
    );
  }
  const means = all.flatMap(({ mean }) => mean ?? []);
  const domain = [
    Math.floor(Math.min(95, ...means) / TEN) * TEN,
    Math.ceil(Math.max(105, ...means) / TEN) * TEN,
  ] as const;
  const ticks = Array.from({ length: (domain[1] - domain[0]) / TEN + 1 }, (_, index) => domain[0] + index * TEN).map(
    (value) => ({ value, label: format.number(value) }),
  );
  const range = [Math.min(...all.map(({ year }) => year)), Math.max(...all.map(({ year }) => year))] as const;
  const most = Math.max(...all.map(({ n }) => n));
  const few = format.number(MIN_QUEENS_FOR_DOT);
  return (
    <Figure
      caption={
        <Trans>
          Means of the values by year of birth. A hollow dot is the mean of fewer than {few} queens. The bars below show
          the number of queens. The change per year is the slope of a line through the means, weighted by the number of
          queens.
        </Trans>
      }
      table={<ValueTable years={years} traits={shown} />}
    >
      <Multiples>
        {series.map(({ id, name, points }) => (
          <Multiple key={id} title={name} note={<Change points={points} />}>
            <TrendChart
              label={t`${name} by year of birth`}
              {...{ points, domain, ticks, most }}
              years={range}
              strong={100}
            />
          </Multiple>
        ))}
      </Multiples>
    </Figure>
  );
}

function Change({ points }: { points: readonly TrendPoint[] }) {
  const format = useFormat();
  const change = changeAYear(points);
  if (change === null) return null;
  const shown = format.signed(change, 1);
  return <Trans>{shown} a year</Trans>;
}

function ValueTable({ years, traits }: ValueTrendsProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const columns = [
    { header: t`Born` },
    { header: t`Queens with values`, align: 'end' as const },
    { header: t`Index`, align: 'end' as const },
    ...traits.map((trait) => {
      const name = i18n._(TRAIT_NAMES[trait]);
      return { header: t`${name} (queens)`, align: 'end' as const };
    }),
  ];
  const rows = years
    .filter(({ queens }) => queens > 0)
    .map((year) => ({
      key: year.year ?? 'unknown',
      cells: [
        <YearName key="year" year={year.year} />,
        format.number(year.queens),
        year.index === null ? <NotKnown /> : format.number(year.index, 1),
        ...traits.map((trait) => {
          const { mean = null, n = 0 } = traitOf(year, trait) ?? {};
          return mean === null ? <NotKnown /> : `${format.number(mean, 1)} (${format.number(n)})`;
        }),
      ],
    }));
  return <ChartTable label={t`Breeding values by year of birth`} columns={columns} rows={rows} />;
}
