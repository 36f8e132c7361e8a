import { Trans, useLingui } from '@lingui/react/macro';
import { ChartTable } from '../charts/chart-table.js';
import { Figure } from '../charts/figure.js';
import { fromZero } from '../charts/scales.js';
import { TrendChart } from '../charts/trend-chart.js';
import { useFormat } from '../i18n/format.js';
import { Empty } from '../ui/states.js';
import { inbreedingPoints, type TrendYear } from './trends.js';
import { YearName } from './year-name.js';
import styles from './inbreeding-trend.module.css';

/** The mean inbreeding of queens by birth year. The chart needs only the pedigree, not a run. */
export function InbreedingTrend({ years }: { years: readonly TrendYear[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const points = inbreedingPoints(years);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) {
    return (
      <Empty>
        <Trans>No queen with a known year of birth yet.</Trans>
      </Empty>
    );
  }
  const least = 0.01;
  const domain = fromZero([least, ...points.map(({ mean }) => mean ?? 0)]);
  const ticks = [0, 0.5, 1].map((share) => ({
    value: domain[1] * share,
    label: format.percent(domain[1] * share, 1),
  }));
  const year = format.date(String(last.year));
  const mean = format.percent(last.mean ?? 0, 1);
  return (
    <Figure
      caption={
        <Trans>
          Mean inbreeding of all queens by year of birth, from the whole known pedigree as it is now: {mean} for queens
          born in {year}. The bars below show the number of queens. Unknown parents count as unrelated.
        </Trans>
      }
      table={<InbreedingTable years={years} />}
    >
      <div className={styles.chart}>
        <TrendChart
          label={t`Mean inbreeding by year of birth`}
          {...{ points, domain, ticks }}
          years={[first.year, last.year]}
          most={Math.max(...points.map(({ n }) => n))}
        />
      </div>
    </Figure>
  );
}

function InbreedingTable({ years }: { years: readonly TrendYear[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const columns = [
    { header: t`Born` },
    { header: t`Queens`, align: 'end' as const },
    { header: t`Mean inbreeding`, align: 'end' as const },
    { header: t`Inbred queens`, align: 'end' as const },
  ];
  const rows = years.flatMap(({ year, inbreeding }) =>
    inbreeding
      ? [
          {
            key: year ?? 'unknown',
            cells: [
              <YearName key="year" year={year} />,
              format.number(inbreeding.queens),
              format.percent(inbreeding.mean, 2),
              format.number(inbreeding.inbred),
            ],
          },
        ]
      : [],
  );
  return <ChartTable label={t`Inbreeding by year of birth`} columns={columns} rows={rows} />;
}
