import { Trans } from '@lingui/react/macro';
import { useCallback, useState, type ReactNode } from 'react';
import styles from './charts.module.css';

interface FigureProps {
  /** Description in one sentence, with run, date and source. */
  caption: ReactNode;
  /** The same numbers as a table, see `ChartTable`; absent if the page shows them beside the chart. */
  table?: ReactNode;
  /** Legend of shapes and lines. */
  legend?: ReactNode;
  children: ReactNode;
}

/** A chart with a caption and the same numbers as a table. */
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
  /** Name of the chart for screen readers. */
  label: string;
  /** Pixels; or a function of the width. */
  height: number | ((width: number) => number);
  children: (width: number) => ReactNode;
}

/** Draws at the available width, so that text keeps its size; redraws when the width changes. */
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

/** Small plots side by side, as many in a row as fit. */
export const Multiples = ({ children }: { children: ReactNode }) => <div className={styles.multiples}>{children}</div>;

/** A small plot with its title. */
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
