import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { asProblem } from '../data/problem.js';
import { Button } from './button.js';
import { useWait } from './wait.js';
import styles from './states.module.css';

const DELAY = 300;

/** Grey bars while loading; shown after a moment, because most responses arrive before. */
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

/** An error with its message and a way to continue. */
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
        {onRetry && problem.code === 'no_answer' && (
          <p>
            <Trans>
              This is not on this device. The device stores apiaries, seasons and queens that were opened with a
              network.
            </Trans>
          </p>
        )}
        {/* A missing row would also be missing at the next attempt. */}
        {onRetry && !problem.notFound && (
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

/** An empty state with the next step. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Shows loaded data; before, grey bars or an error. */
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

/** Shown above old data if they could not be reloaded. */
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

/** Unknown values are marked as such, never as 0. */
export function NotKnown() {
  return (
    <span className={styles.notKnown}>
      <Trans>not known</Trans>
    </span>
  );
}
