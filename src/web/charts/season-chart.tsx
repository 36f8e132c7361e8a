import { useFormat } from '../i18n/format.js';
import { AxisX, AxisY, thinOut } from './axes.js';
import { Plot } from './figure.js';
import { DottedLine } from './line.js';
import { linear } from './scales.js';
import styles from './charts.module.css';

export interface SeasonPoint {
  year: number;
  value: number | null;
  /** The mean of the values with which the result is compared; null if unknown. */
  mean: number | null;
}

interface SeasonChartProps {
  label: string;
  points: readonly SeasonPoint[];
  domain: readonly [number, number];
  ticks: readonly number[];
  /** Number of decimals of the numbers at the dots. */
  decimals: number;
}

const HEIGHT = 140;
/** `RIGHT` leaves space for the number at the last dot. */
const [TOP, BOTTOM, LEFT, RIGHT] = [20, 114, 30, 48];

/**
 * A chart with the result of each season as a dot, and the mean of its apiary and season as a ring. Years without a
 * test are gaps.
 */
export function SeasonChart({ label, points, domain, ticks, decimals }: SeasonChartProps) {
  const format = useFormat();
  const years = points.map(({ year }) => year);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const y = linear(domain, [BOTTOM, TOP]);
  const tested = new Set(years);
  const untested = Array.from({ length: last - first }, (_, index) => first + index)
    .filter((year) => !tested.has(year))
    .map((year) => ({ year, value: null, mean: null }));
  const seasons = [...points, ...untested].sort((a, b) => a.year - b.year);
  return (
    <Plot label={label} height={HEIGHT}>
      {(width) => {
        const scale = linear([first, last], [LEFT + 20, width - RIGHT]);
        const x = (year: number): number => (first === last ? (LEFT + width) / 2 : scale(year));
        const all = [...new Set(seasons.map(({ year }) => year))].map((value) => ({ value, label: String(value) }));
        return (
          <>
            <AxisY
              ticks={ticks.map((value) => ({ value, label: format.number(value) }))}
              at={y}
              from={LEFT}
              to={width - 4}
            />
            <AxisX ticks={thinOut(all, x, 44)} at={x} from={BOTTOM} to={BOTTOM + 4} />
            {seasons.map(
              ({ year, mean }, index) =>
                mean !== null && <circle key={index} cx={x(year)} cy={y(mean)} r={8} className={styles.mean} />,
            )}
            <DottedLine
              points={seasons.map(({ year, value }) => ({ x: x(year), y: value === null ? null : y(value) }))}
            />
            {all.length <= 6 &&
              points.map(
                ({ year, value }, index) =>
                  value !== null && (
                    <text key={index} x={x(year) + 12} y={y(value)} dominantBaseline="central">
                      {format.number(value, decimals)}
                    </text>
                  ),
              )}
          </>
        );
      }}
    </Plot>
  );
}
