import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../i18n/format.js';
import { ButtonLink } from '../ui/button.js';
import { Panel } from '../ui/page.js';
import { QueenName } from '../ui/queen-name.js';
import { Empty, Loaded } from '../ui/states.js';
import { RunFacts } from '../values/run-facts.js';
import { RunStatus } from '../values/run-status.js';
import { bestQuery, changeOf } from './newest-run.js';
import styles from './home.module.css';

/** Shows the best queens of the newest run, and the changes of their indices since the previous run. */
export function RunPanel() {
  const { t } = useLingui();
  const format = useFormat();
  const best = useQuery(bestQuery);
  return (
    <Panel title={t`Newest run`}>
      <Loaded query={best}>
        {({ ebvRuns, ebvRanking }) => {
          const newest = ebvRuns.nodes[0];
          const { run, nodes, weights } = ebvRanking;
          const ranked = nodes.map((node) => ({ ...node, change: run && changeOf(node, run.id, weights) }));
          const isCompared = ranked.some(({ change }) => change !== null);
          return (
            <>
              {newest && newest.id !== run?.id && (
                <p>
                  <Link to="/values/runs/$id" params={{ id: newest.id }}>
                    <Trans>A newer run</Trans>
                  </Link>{' '}
                  <RunStatus status={newest.status} />
                </p>
              )}
              {run ? (
                <>
                  <RunFacts run={run} />
                  <ol className={styles.list} aria-label={t`Best queens, with the change of their index`}>
                    {ranked.map(({ queenId, queen, index, reliability, change }) => (
                      <li key={queenId}>
                        {queen && <QueenName queen={queen} />}
                        <span className={styles.figures}>
                          <strong>{format.number(index, 1)}</strong>
                          <span>r² {reliability === null ? '–' : format.number(reliability, 2)}</span>
                          {isCompared && <span>{change === null ? t`new` : format.signed(change, 1)}</span>}
                        </span>
                      </li>
                    ))}
                  </ol>
                  <p className={styles.note}>
                    {isCompared ? (
                      <Trans>
                        Index, reliability r², and the change of the index since the previous run that has values of the
                        queen.
                      </Trans>
                    ) : (
                      <Trans>Index and reliability r². The next run shows how they change.</Trans>
                    )}
                  </p>
                  <Link to="/values">
                    <Trans>All ranked queens</Trans>
                  </Link>
                </>
              ) : (
                <Empty action={<ButtonLink to="/values/runs/new">{t`New run`}</ButtonLink>}>
                  <Trans>No run is completed yet, so there are no breeding values.</Trans>
                </Empty>
              )}
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}
