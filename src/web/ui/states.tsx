import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { asProblem } from '../data/problem.js';
import { Button } from './button.js';
import { useWait } from './wait.js';
import styles from './states.module.css';

const DELAY = 300;

/** Grey bars while data are loading. The bars appear after a short delay, because most responses arrive earlier. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  const [shown, show] = useState(false);
  const { t } = useLingui();
  useEffect(() => {
    const timer = setTimeout(() => show(true), DELAY);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      className={styles.skeleton}
      role="status"
      aria-label={t`Loading`}
      data-skeleton=""
      data-shown={shown || undefined}
    >
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}

/** The message of an error, with a button to continue. */
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
              This is not on this device. The device stores apiaries, seasons and queens that were opened while there
              was a network.
            </Trans>
          </p>
        )}
        {/* A missing row offers no retry, because it would be missing again. */}
        {onRetry && !problem.notFound && (
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

/** Explains why a list is empty, with the next step. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Shows the data of a query; before they are loaded, grey bars or an error. */
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

/** A warning above old data that could not be reloaded. */
function Outdated<Data>({ query: { error, refetch } }: { query: UseQueryResult<Data> }) {
  const { message } = asProblem(error);
  return (
    <div className={styles.error} role="alert">
      <CircleAlert aria-hidden="true" />
      <div>
        <p>
          <Trans>The data shown may not be up to date.</Trans> <span>{message}</span>
        </p>
        <Button onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </div>
  );
}

/** The text for an unknown value, which must not be shown as 0. */
export function NotKnown() {
  return (
    <span className={styles.notKnown}>
      <Trans>not known</Trans>
    </span>
  );
}
