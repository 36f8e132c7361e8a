import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Page } from '../ui/page.js';
import { Loaded } from '../ui/states.js';
import { RunForm } from './run-form.js';
import { publishedQuery, runQuery } from './runs.js';

/** The page to start a run: traits, method and variances. The initial variances can be those of an earlier run. */
export default function NewRunPage() {
  const { t } = useLingui();
  const { variancesOf } = useSearch({ from: '/signed-in/values/runs/new' });
  const published = useQuery(publishedQuery);
  const earlier = useQuery({ ...runQuery(variancesOf ?? ''), enabled: variancesOf !== undefined });
  return (
    <Page title={t`New run`} back={<Link to="/values/runs">{t`Runs`}</Link>} width="narrow">
      <Loaded query={published}>
        {(figures) =>
          variancesOf === undefined ? (
            <RunForm published={figures} earlier={null} />
          ) : (
            <Loaded query={earlier}>{(run) => <RunForm published={figures} earlier={run} />}</Loaded>
          )
        }
      </Loaded>
    </Page>
  );
}
