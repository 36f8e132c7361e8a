import styles from './charts.module.css';

export interface Tick {
  value: number;
  label: string;
  /** The part of the label that is aligned with its line; default: the middle. */
  anchor?: 'start' | 'middle' | 'end';
}

interface AxisProps {
  ticks: readonly Tick[];
  /** Converts a value to pixels. */
  at: (value: number) => number;
  from: number;
  to: number;
  /** The value of an emphasized line, for example 100. */
  strong?: number;
}

/** Vertical lines across the plot, with labels below. */
export function AxisX({ ticks, at, from, to, strong }: AxisProps) {
  return (
    <g className={styles.axis} aria-hidden="true">
      {ticks.map(({ value, label, anchor }) => (
        <g key={value} transform={`translate(${at(value)} 0)`}>
          <line y1={from} y2={to} className={value === strong ? styles.strong : undefined} />
          <text y={Math.max(from, to) + 16} textAnchor={anchor ?? 'middle'}>
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Horizontal lines across the plot, with labels at the left. */
export function AxisY({ ticks, at, from, to, strong }: AxisProps) {
  return (
    <g className={styles.axis} aria-hidden="true">
      {ticks.map(({ value, label }) => (
        <g key={value} transform={`translate(0 ${at(value)})`}>
          <line x1={from} x2={to} className={value === strong ? styles.strong : undefined} />
          <text x={Math.min(from, to) - 6} textAnchor="end" dominantBaseline="central">
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Returns as many ticks as fit with a distance of at least `gap` pixels, always including the last tick. */
export function thinOut<Each extends Tick>(ticks: readonly Each[], at: (value: number) => number, gap: number): Each[] {
  const remaining: Each[] = [];
  for (const tick of [...ticks].reverse()) {
    const after = remaining.at(-1);
    if (!after || Math.abs(at(after.value) - at(tick.value)) >= gap) remaining.push(tick);
  }
  return remaining.reverse();
}
