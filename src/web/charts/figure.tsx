import { Trans } from '@lingui/react/macro';
import { useCallback, useState, type ReactNode } from 'react';
import styles from './charts.module.css';

interface FigureProps {
  /** What is to be seen, in one sentence: also where it is from, such as run, date and source. */
  caption: ReactNode;
  /** The same numbers as a table, see `ChartTable`; absent where the page has them beside the chart. */
  table?: ReactNode;
  /** What shapes and strokes stand for. */
  legend?: ReactNode;
  children: ReactNode;
}

/** A chart with its caption, and the same numbers as a table for who would rather read them. */
export function Figure({ caption, table, legend, children }: FigureProps) {
  return (
    <figure className={styles.figure}>
      {legend && <div className={styles.legend}>{legend}</div>}
      {children}
      <figcaption>{caption}</figcaption>
      {table && (
        <details className={styles.asTable}>
          <summary>
            <Trans>As table</Trans>
          </summary>
          {table}
        </details>
      )}
    </figure>
  );
}

interface PlotProps {
  /** The name of the picture for screen readers. */
  label: string;
  /** Pixels; also as it follows from the width. */
  height: number | ((width: number) => number);
  children: (width: number) => ReactNode;
}

/** Draws at the width there is, so that text keeps its size; drawn again when that changes. */
export function Plot({ label, height: given, children }: PlotProps) {
  const [width, setWidth] = useState(0);
  const height = typeof given === 'number' ? given : given(width);
  const measure = useCallback((box: HTMLDivElement | null) => {
    if (!box) return;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={measure} className={styles.plot} style={{ height }}>
      {width > 0 && (
        <svg role="img" aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
          {children(width)}
        </svg>
      )}
    </div>
  );
}

/** Small plots side by side, as many in a row as there is room for. */
export const Multiples = ({ children }: { children: ReactNode }) => <div className={styles.multiples}>{children}</div>;

/** One of them, under its name. */
export function Multiple({ title, note, children }: { title: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <p className={styles.title}>
        <strong>{title}</strong> {note && <span>{note}</span>}
      </p>
      {children}
    </div>
  );
}
