import { line } from 'd3-shape';
import styles from './charts.module.css';

export interface Point {
  x: number;
  /** Null if unknown; the line has a gap there. */
  y: number | null;
}

/** A line with dots through points in pixels, with gaps at unknown values. */
export function DottedLine({ points, radius = 4 }: { points: readonly Point[]; radius?: number }) {
  const path = line<Point>()
    .defined(({ y }) => y !== null)
    .x(({ x }) => x)
    .y(({ y }) => y ?? NaN)([...points]);
  return (
    <g className={styles.series}>
      {path && <path d={path} />}
      {points.map(({ x, y }, index) => y !== null && <circle key={index} cx={x} cy={y} r={radius} />)}
    </g>
  );
}
