import { extent } from 'd3-array';
import { scaleUtc } from 'd3-scale';
import { useFormat } from '../i18n/format.js';
import { AxisX, AxisY, thinOut, type Tick } from './axes.js';
import { Plot } from './figure.js';
import { DottedLine } from './line.js';
import { linear, tens } from './scales.js';

export interface HistoryPoint {
  /** When the run was completed. */
  at: string;
  value: number | null;
  reliability: number | null;
}

interface HistoryChartProps {
  label: string;
  points: readonly HistoryPoint[];
  /** The common scale of all compared plots, see `aroundHundred`. */
  domain: readonly [number, number];
}

const HEIGHT = 150;
const [TOP, BOTTOM, LEFT, RIGHT] = [24, 124, 34, 20];
/** Minimum distance in pixels between dots that are labelled with their reliabilities. */
const MIN_LABEL_SPACE = 36;

/** A chart of the values of successive runs. The dots are labelled with their r² if there is enough space. */
export function HistoryChart({ label, points, domain }: HistoryChartProps) {
  const format = useFormat();
  const dates = points.map(({ at }) => Date.parse(at)).sort((a, b) => a - b);
  const [first = 0, last = 0] = extent(dates);
  const y = linear(domain, [BOTTOM, TOP]);
  return (
    <Plot label={label} height={HEIGHT}>
      {(width) => {
        const time = scaleUtc([first, last], [LEFT + 28, width - RIGHT]);
        const x = (date: number): number => (first === last ? (LEFT + width) / 2 : time(date));
        const places = [...points]
          .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
          .map((point) => ({ ...point, x: x(Date.parse(point.at)), y: point.value === null ? null : y(point.value) }));
        const days = dates.map((value) => ({ value, label: format.date(new Date(value).toISOString().slice(0, 10)) }));
        const reliabilities = places.flatMap(({ x: value, y: height, reliability }) =>
          height === null || reliability === null ? [] : { value, height, label: format.number(reliability, 2) },
        );
        return (
          <>
            <AxisY
              ticks={tens(domain)
                .filter((value) => (value - 100) % 20 === 0)
                .map((value) => ({ value, label: format.number(value) }))}
              at={y}
              from={LEFT}
              to={width - 4}
              strong={100}
            />
            <AxisX ticks={ends(days)} at={x} from={BOTTOM} to={BOTTOM + 4} />
            <DottedLine points={places} />
            {thinOut(reliabilities, (value) => value, MIN_LABEL_SPACE).map(
              ({ value, height, label: written }, index) => (
                <text key={index} x={value} y={height - 10} textAnchor="middle">
                  {written}
                </text>
              ),
            )}
          </>
        );
      }}
    </Plot>
  );
}

/** Returns the first and the last date, because a small plot has no space for more. Equal dates are returned once. */
function ends(days: readonly Tick[]): Tick[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  if (first.label === last.label) return [{ ...last, anchor: first.value === last.value ? undefined : 'end' }];
  return [
    { ...first, anchor: 'start' },
    { ...last, anchor: 'end' },
  ];
}
