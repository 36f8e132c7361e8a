import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { asProblem } from '../data/problem.js';
import { Button } from './button.js';
import { useWait } from './wait.js';
import styles from './states.module.css';

const DELAY = 300;

/** Grey bars in place of what is on its way; only after a moment, for most answers come before. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  const [shown, show] = useState(false);
  const { t } = useLingui();
  useEffect(() => {
    const timer = setTimeout(() => show(true), DELAY);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.skeleton} role="status" aria-label={t`Loading`} data-shown={shown || undefined}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}

/** What went wrong, in the server's words, and a way on. */
export function ErrorPanel({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = asProblem(error);
  const wait = useWait(problem);
  return (
    <div className={styles.error} role="alert">
      <CircleAlert aria-hidden="true" />
      <div>
        <p>
          {problem.message} {wait}
        </p>
        {/* What is not there is not there a second time. */}
        {onRetry && !problem.notFound && (
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

/** Nothing is here yet, and the next step. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Shows what was asked for when it is there; before that grey bars, or what went wrong. */
export function Loaded<Data>({
  query,
  lines,
  children,
}: {
  query: UseQueryResult<Data>;
  lines?: number;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && <Outdated query={query} />}
        {children(query.data)}
      </>
    );
  }
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton lines={lines} />;
}

/** Above what was asked for before, where the last answer to the same question did not come. */
function Outdated<Data>({ query: { error, refetch } }: { query: UseQueryResult<Data> }) {
  const { message } = asProblem(error);
  return (
    <div className={styles.error} role="alert">
      <CircleAlert aria-hidden="true" />
      <div>
        <p>
          <Trans>This may not be up to date.</Trans> <span>{message}</span>
        </p>
        <Button onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </div>
  );
}

/** What is not known is said so, and never 0. */
export function NotKnown() {
  return (
    <span className={styles.notKnown}>
      <Trans>not known</Trans>
    </span>
  );
}
