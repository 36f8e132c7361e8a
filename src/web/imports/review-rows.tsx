import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { problemOfSending } from '../data/problem.js';
import { useFormat } from '../i18n/format.js';
import { Button } from '../ui/button.js';
import { ErrorPanel, Skeleton } from '../ui/states.js';
import type { ImportDetail } from './import-data.js';
import { allReviewRows, PAGE_ROWS, reviewRows, type Decisions, type ReviewRow, type RowFilter } from './review-data.js';
import { LeftOut } from './left-out.js';
import { ReviewRowItem } from './review-row.js';
import { saveRows } from './save-rows.js';
import styles from './review-rows.module.css';
import { FILTER_NAMES, FILTERS } from './words.js';

type Review = NonNullable<ImportDetail['review']>;

interface ReviewRowsProps {
  outcome: ImportDetail;
  review: Review;
  /** Whether a decision is being checked. */
  busy: boolean;
  onDecide: (decisions: Decisions) => Promise<void>;
}

/** Number of rows that a filter selects. */
function countOf(review: Review, filter: RowFilter): number {
  if (filter === 'set_aside') return review.setAside;
  if (filter !== 'all') return review[filter];
  const { changed, unchanged, faulty, setAside, skipped, withoutRow } = review;
  return review.new + changed + unchanged + faulty + setAside + skipped + withoutRow;
}

/** Lists the rows of a checked file, page by page: the effect of the import on each row, and the decisions about it. */
export function ReviewRows({ outcome, review, busy, onDecide }: ReviewRowsProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const name = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<RowFilter | null>(null);
  const [page, setPage] = useState(0);
  const [problem, setProblem] = useState<unknown>(null);
  const [hasDecided, setDecided] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  /** The row of the last decision and its index in the list, until the result is shown. */
  const decided = useRef<{ row: number | null; place: number }>(null);
  // Rows that need a decision are shown first. When no such row is left, the list changes to the next filter.
  const first: RowFilter = review.faulty > 0 ? 'faulty' : review.doubtful > 0 ? 'doubtful' : 'all';
  const filter = chosen !== null && countOf(review, chosen) > 0 ? chosen : first;
  const total = countOf(review, filter);
  const pages = Math.max(1, Math.ceil(total / PAGE_ROWS));
  const current = Math.min(page, pages - 1);
  const { id, finishedAt, columns, filename } = outcome;
  const query = useQuery({
    queryKey: ['import-rows', id, finishedAt, filter, current],
    queryFn: ({ signal }) => reviewRows(id, filter, current * PAGE_ROWS, signal),
    placeholderData: keepPreviousData,
  });
  const headers = columns.map(({ header }) => header);
  const decide = (decisions: Decisions, row: number | null = null, place = -1) => {
    setProblem(null);
    setDecided(true);
    decided.current = { row, place };
    onDecide(decisions).catch((error: unknown) => setProblem(problemOfSending(error)));
  };
  const download = (rows: readonly ReviewRow[]) =>
    saveRows(rows, headers, t`What is wrong`, `${filename}-rows-with-errors.csv`);
  const shown = query.isPlaceholderData || busy ? undefined : query.data?.rows;
  useEffect(() => {
    if (!decided.current || !shown) return;
    const { row, place } = decided.current;
    decided.current = null;
    // The button of the decision has disappeared. Moves the focus to the row of the decision or, if this row has also
    // disappeared, to the row that is now at the same index.
    if (document.activeElement !== document.body) return;
    const at = row === null ? -1 : shown.findIndex((each) => each.row === row);
    const items = list.current?.children ?? [];
    const next = items[at >= 0 ? at : Math.min(place, items.length - 1)] ?? heading.current;
    (next as HTMLElement | null)?.focus();
  }, [shown]);
  const turn = (to: number) => {
    setPage(to);
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <section className={styles.review} aria-busy={busy || undefined}>
      <h2 ref={heading} tabIndex={-1}>
        <Trans>Row by row</Trans>
      </h2>
      <Button className={styles.skip} onClick={() => end.current?.focus()}>
        <Trans>Skip the rows</Trans>
      </Button>
      <fieldset className={styles.filters}>
        <legend className="visually-hidden">
          <Trans>Which rows</Trans>
        </legend>
        {FILTERS.filter((each) => each === 'all' || countOf(review, each) > 0).map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={name}
              checked={each === filter}
              onChange={() => {
                setChosen(each);
                setPage(0);
              }}
            />
            <span>
              {i18n._(FILTER_NAMES[each])} <b>{format.number(countOf(review, each))}</b>
            </span>
          </label>
        ))}
      </fieldset>
      {review.faulty > 0 && (
        <div className={styles.faulty}>
          <Button busy={busy} onClick={() => decide({ skip_faulty: true })}>
            <Plural
              value={review.faulty}
              one="Leave out the row with errors"
              other="Leave out the # rows with errors"
            />
          </Button>
          <Button
            blocked={busy}
            icon={<Download aria-hidden="true" />}
            onClick={() => void allReviewRows(id, 'faulty').then(download, setProblem)}
          >
            <Plural
              value={review.faulty}
              one="Download the row with its errors (CSV)"
              other="Download the rows with their errors (CSV)"
            />
          </Button>
        </div>
      )}
      {review.faulty === 0 && <LeftOut of={outcome} />}
      <p role="status" className={styles.status}>
        {busy ? (
          <Trans>Checking the file again</Trans>
        ) : (
          hasDecided && (
            <Plural
              value={review.faulty}
              _0="Checked again: no row has errors."
              one="Checked again: one row has errors."
              other="Checked again: # rows have errors."
            />
          )
        )}
      </p>
      {problem !== null && <ErrorPanel error={problem} />}
      {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton lines={6} />}
      {query.data && (
        <ol ref={list} className={styles.rows} data-stale={busy || query.isPlaceholderData || undefined}>
          {query.data.rows.map((row, index) => (
            <ReviewRowItem
              key={row.row ?? `- ${index}`}
              row={row}
              headers={headers}
              onDecide={(decisions) => decide(decisions, row.row, index)}
            />
          ))}
        </ol>
      )}
      {pages > 1 && (
        <nav className={styles.pages} aria-label={t`Pages of rows`}>
          <Button blocked={current === 0} onClick={() => turn(current - 1)}>
            <Trans>Previous</Trans>
          </Button>
          <span>
            <Trans>
              Page {format.number(current + 1)} of {format.number(pages)}
            </Trans>
          </span>
          <Button blocked={current === pages - 1} onClick={() => turn(current + 1)}>
            <Trans>Next</Trans>
          </Button>
        </nav>
      )}
      <div ref={end} tabIndex={-1} />
    </section>
  );
}
