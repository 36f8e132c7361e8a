import { Trans } from '@lingui/react/macro';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { Fragment, useEffect, useRef, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { useFormat } from '../i18n/format.js';
import { classes } from './class-names.js';
import { FIRST_ROW, TableRow, type AnyRow, type Column } from './list-row.js';
import { useNarrow } from './media.js';
import type { Pages } from './pages.js';
import { SortHead } from './sort-head.js';
import { ErrorPanel, Skeleton } from './states.js';
import styles from './list-table.module.css';

export type { Column } from './list-row.js';

export interface Sorting {
  field: string;
  direction: 'ASC' | 'DESC';
}

interface ListTableProps<Row> {
  /** The name of the table for screen readers. */
  label: string;
  /** The caller should memoize the columns, because a new array renders all rows again. */
  columns: readonly Column<Row>[];
  pages: Pages<Row>;
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  /**
   * Renders a row on a phone, as several lines of text. Without this function, a phone scrolls the columns
   * horizontally.
   */
  phoneRow?: (row: Row, index: number) => ReactNode;
  /** Whether cells have less padding, for tables with many narrow columns. */
  dense?: boolean;
  /** Shown instead of a table without rows. */
  empty: ReactNode;
}

const HEAD = 44;
/** Height of the borders above and below the list, in pixels. */
const BORDERS = 2;
const ROW = 44;
const PHONE_ROW = 64;
/** Number of rows that are loaded before and after the visible rows. */
const AHEAD = 50;

/** Returns the rows to render: the visible rows, and the row that has the focus, so that the focus is not lost. */
function drawn(range: Range, scroller: HTMLElement | null): number[] {
  const inView = defaultRangeExtractor(range);
  const focused = document.activeElement?.closest('tbody tr');
  if (!focused || !scroller?.contains(focused)) return inView;
  const index = Number(focused.ariaRowIndex) - FIRST_ROW;
  return inView.includes(index) || index >= range.count ? inView : [...inView, index].sort((a, b) => a - b);
}

/** A table with all rows of a list. Only rows in view or close to it are rendered and loaded. */
export function ListTable<Row>({
  label,
  columns,
  pages,
  sorting,
  onSort,
  phoneRow,
  dense,
  empty,
}: ListTableProps<Row>) {
  const narrow = useNarrow() && phoneRow !== undefined;
  const scroller = useRef<HTMLDivElement>(null);
  const { total = 0, row, show } = pages;
  const rowHeight = narrow ? PHONE_ROW : ROW;
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    rangeExtractor: (range) => drawn(range, scroller.current),
  });
  useEffect(() => virtual.measure(), [virtual, narrow]);
  const rows = virtual.getVirtualItems();
  // A list with another filter or order starts at the top. Returning to the same list restores the scroll position.
  const shown = useRef(pages.list);
  useEffect(() => {
    if (shown.current !== pages.list) scroller.current?.scrollTo({ top: 0 });
    shown.current = pages.list;
  }, [pages.list]);
  const { startIndex: from, endIndex: to } = virtual.range ?? { startIndex: 0, endIndex: 0 };
  useEffect(
    () => show(Math.max(0, from - AHEAD), Math.max(0, Math.min(total - 1, to + AHEAD))),
    [show, from, to, total],
  );

  if (pages.error !== null && pages.total === undefined)
    return <ErrorPanel error={pages.error} onRetry={pages.retry} />;
  if (pages.total === undefined) return <Skeleton lines={8} />;
  if (total === 0) return <>{empty}</>;
  const width = narrow ? 1 : columns.length;
  const widths = columns.flatMap((column) => column.width ?? []);
  const fixed = !narrow && widths.length === columns.length;
  const least = fixed ? widths.reduce((sum, each) => sum + each, 0) : undefined;
  return (
    <>
      {pages.error !== null && <ErrorPanel error={pages.error} onRetry={pages.retry} />}
      <div
        ref={scroller}
        className={styles.scroller}
        data-scroll-restoration-id={label}
        style={{ '--list-height': `${virtual.getTotalSize() + (narrow ? 0 : HEAD) + BORDERS}px` } as CSSProperties}
        data-stale={pages.stale || undefined}
        data-dense={dense || undefined}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        <table
          className={classes(styles.table, narrow && styles.narrow, fixed && styles.fixed)}
          style={{ minWidth: least }}
          aria-label={label}
          aria-rowcount={total + 1}
          aria-busy={pages.stale}
        >
          {fixed && (
            <colgroup>
              {columns.map((column) => (
                <col key={column.id} style={{ width: column.width }} />
              ))}
            </colgroup>
          )}
          <thead className={narrow ? 'visually-hidden' : undefined}>
            <tr aria-rowindex={1}>
              {narrow ? (
                <th scope="col">{label}</th>
              ) : (
                columns.map((column) => <Header key={column.id} {...{ column, sorting, onSort }} />)
              )}
            </tr>
          </thead>
          <tbody {...(columns.some(({ opens }) => opens) && OPENING)}>
            {rows.map(({ index, start }, place) => (
              <Fragment key={index}>
                <Space height={start - (rows[place - 1]?.end ?? 0)} width={width} />
                <TableRow
                  {...{ index, columns }}
                  size={rowHeight}
                  // On a phone, the heights of rows differ, because long names wrap.
                  measure={narrow ? virtual.measureElement : undefined}
                  row={row(index) as object | undefined}
                  phoneRow={narrow ? (phoneRow as AnyRow['phoneRow']) : undefined}
                />
              </Fragment>
            ))}
            <Space height={virtual.getTotalSize() - (rows.at(-1)?.end ?? 0)} width={width} />
          </tbody>
        </table>
      </div>
    </>
  );
}

/**
 * Follows the link of a row, unless the click was on a link or control. Keyboard and screen reader users have the link
 * itself.
 */
function openRow(event: MouseEvent<HTMLElement>): void {
  const target = event.target as Element;
  if (target.closest('a, button, input, label, select') || getSelection()?.isCollapsed === false) return;
  const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('[data-opens] a[href]');
  if (!link) return;
  if (event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey) {
    window.open(link.href, '_blank', 'noopener');
  } else if (event.button === 0) link.click();
}

const OPENING = { className: styles.opening, onClick: openRow, onAuxClick: openRow };

/** An empty row with the height of the rows out of view, so that the scroll bar shows the length of the list. */
const Space = ({ height, width }: { height: number; width: number }) =>
  height > 0 && (
    <tr aria-hidden="true" style={{ height }}>
      <td colSpan={width} className={styles.space} />
    </tr>
  );

function Header<Row>({
  column,
  sorting,
  onSort,
}: Pick<ListTableProps<Row>, 'sorting' | 'onSort'> & { column: Column<Row> }) {
  const { header, hiddenHeader, sort, align, sticky } = column;
  const sorted = sort !== undefined && sorting?.field === sort ? sorting.direction : null;
  const className = classes(align && styles.end, sticky && styles.sticky);
  if (sort === undefined || !onSort) {
    return (
      <th scope="col" className={className}>
        {hiddenHeader ? <span className="visually-hidden">{header}</span> : header}
      </th>
    );
  }
  return (
    <SortHead
      {...{ className, sorted }}
      end={align === 'end'}
      onSort={() => onSort({ field: sort, direction: sorted === 'ASC' ? 'DESC' : 'ASC' })}
    >
      {header}
    </SortHead>
  );
}

/** The length of the list, such as "2,389 queens". Screen readers announce a change. */
export function Count({ total, children }: { total: number | undefined; children: (shown: string) => ReactNode }) {
  const format = useFormat();
  return (
    <p className={styles.count} role="status">
      {total === undefined ? <Trans>Counting</Trans> : children(format.number(total))}
    </p>
  );
}
