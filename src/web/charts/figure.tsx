import { Trans } from '@lingui/react/macro';
import { useCallback, useState, type ReactNode } from 'react';
import styles from './charts.module.css';

interface FigureProps {
  /** A description, for example with the date and the source of the values. */
  caption: ReactNode;
  /** The numbers of the chart as a `ChartTable`; absent if the page shows the numbers beside the chart. */
  table?: ReactNode;
  legend?: ReactNode;
  children: ReactNode;
}

/** A chart with a caption, and with its numbers as a table. */
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
  /** The height in pixels, or a function that returns the height for a width. */
  height: number | ((width: number) => number);
  children: (width: number) => ReactNode;
}

/** Draws a chart at the available width, instead of scaling the chart and its text. Redraws when the width changes. */
export function Plot({ label, height: heightOrFunction, children }: PlotProps) {
  const [width, setWidth] = useState(0);
  const height = typeof heightOrFunction === 'number' ? heightOrFunction : heightOrFunction(width);
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
