import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { isTransient } from '../data/transient.js';
import { useFormat } from '../i18n/format.js';
import { keysQuery } from '../keys/queries.js';
import { Panel } from '../ui/page.js';
import { ErrorPanel, Skeleton } from '../ui/states.js';
import { trendsQuery } from '../values/trends.js';
import { bestQuery } from './newest-run.js';
import { expiringKeys, risingInbreeding, weakGroups } from './warnings.js';
import styles from './home.module.css';

/**
 * Warns of keys that expire soon, contemporary groups that contribute little to breeding values, and rising inbreeding.
 */
export function WarningsPanel() {
  const { t } = useLingui();
  const format = useFormat();
  const keys = useQuery(keysQuery);
  const best = useQuery(bestQuery);
  const trends = useQuery(trendsQuery({}));
  // The device stores no copies of keys and trends, so without a response they are unknown.
  const unanswered = (query: { error: unknown }) => query.error !== null && isTransient(query.error);
  const unchecked = [...(unanswered(keys) ? [t`API keys`] : []), ...(unanswered(trends) ? [t`Inbreeding`] : [])];
  const missing = format.list(unchecked);
  const failed = [keys, best, trends].find((query) => query.isError && (query === best || !unanswered(query)));
  const loading = [keys, best, trends].some((query) => query.isPending);
  const run = best.data?.ebvRanking.run;
  const groups = run ? weakGroups(run.warnings) : 0;
  const rise = trends.data ? risingInbreeding(trends.data.years) : null;
  const found: ReactNode[] = expiringKeys(keys.data ?? []).map(({ id, name, expiresAt }) => {
    const when = format.relative(expiresAt);
    return (
      <Warning key={id}>
        <Trans>
          The key{' '}
          <Link to="/keys/$id" params={{ id }} translate="no">
            {name}
          </Link>{' '}
          expires {when}. Replace it before then.
        </Trans>
      </Warning>
    );
  });
  if (run && groups > 0) {
    found.push(
      <Warning key="groups">
        <Link to="/values/runs/$id" params={{ id: run.id }}>
          <Plural
            value={groups}
            one="The tests of # group (an apiary in a season) add almost nothing to the breeding values"
            other="The tests of # groups (each is an apiary in a season) add almost nothing to the breeding values"
          />
        </Link>
      </Warning>,
    );
  }
  if (rise) {
    const [year, now, before] = [String(rise.year), format.percent(rise.now, 1), format.percent(rise.before, 1)];
    found.push(
      <Warning key="inbreeding">
        <Link to="/values/trends">
          <Trans>
            Inbreeding rises: {now} on average for the queens born in {year}, {before} in the three years before
          </Trans>
        </Link>
      </Warning>,
    );
  }
  return (
    <Panel title={t`Warnings`}>
      {found.length > 0 && <ul className={styles.warnings}>{found}</ul>}
      {failed ? (
        <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
      ) : loading ? (
        <Skeleton lines={2} />
      ) : unchecked.length > 0 ? (
        <p className={styles.note}>
          <Trans>Not checked, because Queenbook does not answer: {missing}.</Trans>
        </p>
      ) : (
        found.length === 0 && (
          <p>
            <Trans>There are no warnings about keys, tests or inbreeding.</Trans>
          </p>
        )
      )}
    </Panel>
  );
}

const Warning = ({ children }: { children: ReactNode }) => (
  <li>
    <TriangleAlert aria-hidden="true" />
    <span>{children}</span>
  </li>
);
