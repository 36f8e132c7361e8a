import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useFormat } from '../i18n/format.js';
import { ButtonLink } from '../ui/button.js';
import { Page, Panel } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';
import { EndRun } from './end-run.js';
import { RunHead } from './run-head.js';
import { RunProgress } from './run-progress.js';
import { RunReport } from './run-report.js';
import { RunWarnings } from './run-warnings.js';
import { isOpen, runQuery, type Run } from './runs.js';
import { useRefreshAtEnd } from './use-refresh-at-end.js';

/** The page of a run: its progress, then its results and warnings about the data. */
export default function RunPage() {
  const { t } = useLingui();
  const format = useFormat();
  const { id } = useParams({ from: '/signed-in/values/runs/$id' });
  const query = useQuery(runQuery(id));
  const run = query.data;
  const date = run && format.instant(run.createdAt);
  // When the run has ended, rankings, trends and pages of queens must show its values.
  useRefreshAtEnd(run && isOpen(run) ? 1 : 0);
  return (
    <Page
      title={date ? t`Run of ${date}` : t`Run`}
      back={<Link to="/values/runs">{t`Runs`}</Link>}
      actions={run && <Actions run={run} />}
    >
      <Loaded query={query} lines={8}>
        {(found) =>
          found ? (
            <>
              <RunHead run={found} />
              {isOpen(found) && <RunProgress run={found} />}
              {found.status === 'failed' && <Failure run={found} />}
              {found.traitReports.length > 0 && (
                <>
                  {found.traitReports.some(({ refused }) => refused === null) && <RunWarnings run={found} />}
                  <RunReport reports={found.traitReports} />
                </>
              )}
            </>
          ) : (
            <Empty action={<ButtonLink to="/values/runs">{t`To the runs`}</ButtonLink>}>
              <Trans>There is no such run. It may have been deleted.</Trans>
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

function Actions({ run }: { run: Run }) {
  const { t } = useLingui();
  const estimated = run.traitReports.some(({ estimation, parameters }) => estimation && parameters);
  return (
    <>
      <EndRun run={run} />
      {estimated && (
        <ButtonLink
          to="/values/runs/new"
          search={{ variancesOf: run.id }}
        >{t`New run with these variances`}</ButtonLink>
      )}
      {run.status === 'completed' && <ButtonLink to="/values" kind="primary">{t`See the ranking`}</ButtonLink>}
    </>
  );
}

/**
 * Explains why a run failed. If the run has reports of traits, these explain the reason. Messages about all other
 * reasons are only in English, because these reasons are rare.
 */
function Failure({ run: { error, traitReports } }: { run: Run }) {
  return (
    <Panel title={<Trans>Why it failed</Trans>}>
      {traitReports.length > 0 ? (
        <p>
          <Trans>None of the traits could be evaluated.</Trans>
        </p>
      ) : error === null ? (
        <p>
          <Trans>The reason is not known. Start the run again.</Trans>
        </p>
      ) : (
        <p lang="en">{error}</p>
      )}
    </Panel>
  );
}
