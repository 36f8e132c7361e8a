import { useFormat } from '../i18n/format.js';
import { AxisX, AxisY, thinOut } from './axes.js';
import { Plot } from './figure.js';
import { DottedLine } from './line.js';
import { linear } from './scales.js';
import styles from './trend-chart.module.css';

export interface TrendPoint {
  year: number;
  /** Null for a year without a mean; the line has a gap there. */
  mean: number | null;
  n: number;
}

interface TrendChartProps {
  label: string;
  points: readonly TrendPoint[];
  /** The common scale of all compared charts. */
  domain: readonly [number, number];
  ticks: readonly { value: number; label: string }[];
  /** The common range of years; `most` is the largest number of queens in a year. */
  years: readonly [number, number];
  most: number;
  strong?: number;
}

/** With fewer queens, a mean is uncertain and its dot is hollow. */
export const MIN_QUEENS_FOR_DOT = 5;

const HEIGHT = 180;
const [TOP, BOTTOM, LEFT, RIGHT] = [12, 116, 40, 22];
/** The bars with the numbers of queens have their own area below the years. */
const [BARS_TOP, BARS_BOTTOM] = [146, 172];

/** A chart of means by year of birth, with the numbers of queens below. */
export function TrendChart({ label, points, domain, ticks, years, most, strong }: TrendChartProps) {
  const format = useFormat();
  const [first, last] = years;
  const y = linear(domain, [BOTTOM, TOP]);
  const height = linear([0, Math.max(1, most)], [0, BARS_BOTTOM - BARS_TOP]);
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const byYear = new Map(points.map((point) => [point.year, point]));
  return (
    <Plot label={label} height={HEIGHT}>
      {(width) => {
        const scale = linear([first, last], [LEFT + 10, width - RIGHT]);
        const x = (year: number): number => (first === last ? (LEFT + width) / 2 : scale(year));
        const bar = Math.max(2, Math.min(14, ((width - LEFT) / all.length) * 0.6));
        const written = all.map((value) => ({ value, label: format.date(String(value)) }));
        return (
          <>
            <AxisY ticks={ticks} at={y} from={LEFT} to={width - 4} strong={strong} />
            <AxisX ticks={thinOut(written, x, 44)} at={x} from={BOTTOM} to={BOTTOM + 4} />
            <DottedLine
              radius={3}
              points={all.map((year) => {
                const mean = byYear.get(year)?.mean ?? null;
                return { x: x(year), y: mean === null ? null : y(mean) };
              })}
            />
            {points.map(
              ({ year, mean, n }) =>
                mean !== null &&
                n < MIN_QUEENS_FOR_DOT && <circle key={year} cx={x(year)} cy={y(mean)} r={3} className={styles.few} />,
            )}
            <g className={styles.bars} aria-hidden="true">
              <text x={LEFT - 6} y={BARS_TOP + 6} textAnchor="end">
                {format.number(most)}
              </text>
              <line x1={LEFT} x2={width - 4} y1={BARS_BOTTOM} y2={BARS_BOTTOM} />
              {points.map(({ year, n }) => (
                <rect key={year} x={x(year) - bar / 2} y={BARS_BOTTOM - height(n)} width={bar} height={height(n)} />
              ))}
            </g>
          </>
        );
      }}
    </Plot>
  );
}
