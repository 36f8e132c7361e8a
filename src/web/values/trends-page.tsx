import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { TRAITS } from '../i18n/terms.js';
import { useOptimisticState } from '../ui/optimistic-state.js';
import { ButtonLink } from '../ui/button.js';
import { Page, Panel } from '../ui/page.js';
import { useDebounced } from '../ui/debounced.js';
import { Empty, Loaded } from '../ui/states.js';
import { EntityChoice } from './entity-choice.js';
import { IndexPanel } from './index-panel.js';
import { InbreedingTrend } from './inbreeding-trend.js';
import { RunFacts } from './run-facts.js';
import { trendsQuery, type Trends } from './trends.js';
import { useNewestValues } from './use-refresh-at-end.js';
import { useWeights } from './use-weights.js';
import { ValueTrends } from './value-trends.js';
import { ValuesNavigation } from './values-navigation.js';
import { NoRunYet } from './values-states.js';
import type { ValuesSearch } from './values-search.js';
import styles from './values.module.css';

export default function TrendsPage() {
  const { t } = useLingui();
  const navigate = useNavigate({ from: '/values/trends' });
  const write = (next: ValuesSearch) => navigate({ search: next, replace: true, resetScroll: false });
  const [search, change] = useOptimisticState<ValuesSearch>(useSearch({ from: '/signed-in/values/trends' }), write);
  const query = useQuery(trendsQuery(useDebounced(search)));
  useNewestValues(query.data && (query.data.run?.id ?? null));
  return (
    <Page
      title={t`Trends by year of birth`}
      actions={<ButtonLink to="/values/runs/new" kind="primary">{t`New run`}</ButtonLink>}
    >
      <ValuesNavigation />
      <Loaded query={query} lines={8}>
        {(trends) => <AllTrends trends={trends} search={search} onChange={change} />}
      </Loaded>
    </Page>
  );
}

interface AllTrendsProps {
  trends: Trends;
  search: ValuesSearch;
  onChange: (changed: ValuesSearch) => void;
}

function AllTrends({ trends: { run, years }, search, onChange }: AllTrendsProps) {
  const { t } = useLingui();
  const indexWeights = useWeights(search.weights);
  const traits = run?.traits ?? TRAITS;
  return (
    <>
      {run ? (
        <>
          <RunFacts run={run} />
          <IndexPanel
            state={indexWeights}
            among={traits}
            onTry={(weights) => onChange({ weights: indexWeights.toParameter(weights) })}
          />
          <div className={styles.bar}>
            <EntityChoice of={search.of} onChange={(of) => onChange({ of })} />
          </div>
          <Panel title={t`Breeding values`}>
            {search.of === 'worker' && run.source === 'import' ? (
              <Empty>
                <Trans>Imported breeding values are for queens only, not for workers.</Trans>
              </Empty>
            ) : (
              <ValueTrends years={years} traits={traits} />
            )}
          </Panel>
        </>
      ) : (
        <NoRunYet />
      )}
      <Panel title={t`Inbreeding`}>
        <InbreedingTrend years={years} />
      </Panel>
    </>
  );
}
