import { useId } from 'react';
import { useFormat } from '../i18n/format.js';
import { AxisX } from './axes.js';
import { Plot } from './figure.js';
import { aroundHundred, linear, tens } from './scales.js';
import styles from './value-bars.module.css';

export interface ValueBar {
  key: string;
  label: string;
  value: number;
  /** The reliability r²; null if unknown. */
  reliability: number | null;
  /** Whether the row is emphasized, like the row of the index. */
  strong?: boolean;
}

const ROW = 28;
const LINE = 20;
const [HEAD, AXIS] = [20, 24];
/** Below this width, as on a phone, a row has two lines: the name, then the bar. */
const TWO_LINES = 520;
const NAMES = 176;
const rowAt = (width: number): number => (width < TWO_LINES ? ROW + LINE : ROW);
/** The widths of the text and of the bar that show r², in pixels. */
const [FIGURE, TRACK] = [36, 40];
const RELIABILITY = FIGURE + 8 + TRACK;
/** Space for the number beside a bar that ends at the edge, in pixels. */
const NUMBER = 44;

/** Bars from 100 to the value of each trait, with reliability; bars below 100 are hatched. */
export function ValueBars({ label, rows }: { label: string; rows: readonly ValueBar[] }) {
  return (
    <Plot label={label} height={(width) => HEAD + rows.length * rowAt(width) + AXIS}>
      {(width) => <Bars {...{ rows, width }} />}
    </Plot>
  );
}

function Bars({ rows, width }: { rows: readonly ValueBar[]; width: number }) {
  const format = useFormat();
  const hatch = useId();
  const stacked = width < TWO_LINES;
  const row = rowAt(width);
  const domain = aroundHundred(rows.map(({ value }) => value));
  const left = (stacked ? 0 : NAMES) + NUMBER;
  const right = width - NUMBER - (stacked ? 0 : RELIABILITY + 16);
  const at = linear(domain, [left, right]);
  const bottom = HEAD + rows.length * row;
  const every = (right - left) / (tens(domain).length - 1) < 30 ? 20 : 10;
  const ticks = tens(domain).filter((value) => (value - 100) % every === 0);
  return (
    <>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className={styles.below} />
          <rect width="2" height="6" className={styles.stripe} />
        </pattern>
      </defs>
      <AxisX
        ticks={ticks.map((value) => ({ value, label: format.number(value) }))}
        at={at}
        from={HEAD}
        to={bottom}
        strong={100}
      />
      <text x={width - RELIABILITY} y={12} className={styles.head}>
        r²
      </text>
      {rows.map(({ key, label, value, reliability, strong }, index) => {
        const y = HEAD + index * row;
        const middle = y + row - ROW / 2;
        const above = value >= 100;
        const named = stacked ? y + LINE - 8 : middle;
        return (
          <g key={key} className={strong ? styles.strong : undefined}>
            <text x={0} y={named} dominantBaseline="central">
              {label}
            </text>
            <rect
              x={Math.min(at(value), at(100))}
              y={middle - 8}
              width={Math.abs(at(value) - at(100))}
              height={16}
              className={above ? styles.above : undefined}
              fill={above ? undefined : `url(#${hatch})`}
            />
            <text
              x={at(value) + (above ? 6 : -6)}
              y={middle}
              textAnchor={above ? 'start' : 'end'}
              dominantBaseline="central"
            >
              {format.number(value, 1)}
            </text>
            {reliability !== null && (
              <g transform={`translate(${width - RELIABILITY} ${named})`}>
                <text dominantBaseline="central">{format.number(reliability, 2)}</text>
                <rect x={FIGURE + 8} y={-4} width={TRACK} height={8} rx={4} className={styles.track} />
                <rect x={FIGURE + 8} y={-4} width={TRACK * reliability} height={8} rx={4} className={styles.reliable} />
              </g>
            )}
          </g>
        );
      })}
    </>
  );
}
