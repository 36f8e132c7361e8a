import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChartTable } from '../charts/chart-table.js';
import { Figure } from '../charts/figure.js';
import { useFormat } from '../i18n/format.js';
import styles from './keys.module.css';

interface KeyUsageProps {
  usage: readonly { date: string; count: number }[];
}

const [WIDTH, HEIGHT] = [600, 96];

/** Requests per day as bars. The bar of the busiest day has the full height. */
export function KeyUsage({ usage }: KeyUsageProps) {
  const { t } = useLingui();
  const format = useFormat();
  const most = Math.max(0, ...usage.map(({ count }) => count));
  const total = usage.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) {
    return (
      <p>
        <Trans>Not used in the last 30 days.</Trans>
      </p>
    );
  }
  const step = WIDTH / usage.length;
  const busiest = format.number(most);
  const table = (
    <ChartTable
      label={t`Requests by day`}
      columns={[{ header: t`Day` }, { header: t`Requests`, align: 'end' }]}
      rows={usage.map(({ date, count }) => ({ key: date, cells: [format.date(date), format.number(count)] }))}
    />
  );
  return (
    <Figure
      caption={
        <>
          <Plural value={total} one="# request in the last 30 days" other="# requests in the last 30 days" />
          {'. '}
          <Trans>Most requests in one day: {busiest}.</Trans>
        </>
      }
      table={table}
    >
      <svg
        className={styles.bars}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t`Requests by day`}
      >
        {usage.map(({ date, count }, index) => {
          const height = (count / most) * (HEIGHT - 2);
          return <rect key={date} x={index * step + 2} width={step - 4} y={HEIGHT - 1 - height} height={height} />;
        })}
        <line x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      </svg>
    </Figure>
  );
}
