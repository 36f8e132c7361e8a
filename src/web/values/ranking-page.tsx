import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { TRAITS } from '../i18n/terms.js';
import { SavedViewsButton } from '../saved-views/saved-views.js';
import { AccountDownload } from '../ui/account-download.js';
import { useOptimisticState } from '../ui/optimistic-state.js';
import { ButtonLink } from '../ui/button.js';
import { Count } from '../ui/list-table.js';
import { Page } from '../ui/page.js';
import { useDebounced } from '../ui/debounced.js';
import { ErrorPanel } from '../ui/states.js';
import { EntityChoice } from './entity-choice.js';
import { IndexPanel } from './index-panel.js';
import { RankingFilters, filtersIn, NO_FILTERS } from './ranking-filters.js';
import { RankingTable } from './ranking-table.js';
import { usePages } from '../ui/pages.js';
import { rankingCsvAddress, rankingList } from './ranking.js';
import { PendingRunFacts, RunFacts } from './run-facts.js';
import { useNewestValues } from './use-refresh-at-end.js';
import { useWeights } from './use-weights.js';
import { ValuesNavigation } from './values-navigation.js';
import { NoCountingTrait, NoRunYet } from './values-states.js';
import type { RankingSearch } from './values-search.js';
import { counts } from './weights.js';
import styles from './values.module.css';

export default function RankingPage() {
  const { t } = useLingui();
  const navigate = useNavigate({ from: '/values' });
  const write = (next: RankingSearch) => navigate({ search: next, replace: true, resetScroll: false });
  const [search, change] = useOptimisticState<RankingSearch>(useSearch({ from: '/signed-in/values' }), write);
  const indexWeights = useWeights(search.weights);
  const { weights } = indexWeights;
  const pages = usePages(rankingList(useDebounced(search)));
  const run = pages.first?.run;
  useNewestValues(run && run.id);
  const traits = run?.traits ?? TRAITS;
  const actions = (
    <>
      <ButtonLink to="/mating">{t`Mating planner`}</ButtonLink>
      <ButtonLink to="/values/runs/new" kind="primary">{t`New run`}</ButtonLink>
    </>
  );
  return (
    <Page title={t`Ranking by breeding values`} actions={actions}>
      <ValuesNavigation />
      {run === null ? (
        <NoRunYet />
      ) : (
        <>
          {run ? <RunFacts run={run} /> : <PendingRunFacts />}
          {indexWeights.error !== null && <ErrorPanel error={indexWeights.error} />}
          <IndexPanel
            state={indexWeights}
            among={traits}
            onTry={(weights) => change({ weights: indexWeights.toParameter(weights) })}
          />
          <EntityChoice of={search.of} onChange={(of) => change({ of })} />
          <div className={styles.bar}>
            <RankingFilters search={search} onChange={change} />
            {weights && counts(weights) && (
              <>
                <Count total={pages.total}>{(total) => <Trans>Queens in the ranking: {total}</Trans>}</Count>
                <AccountDownload href={rankingCsvAddress(search)}>
                  <Trans>CSV file</Trans>
                </AccountDownload>
                <SavedViewsButton page="RANKING" search={search} />
              </>
            )}
          </div>
          {weights && !counts(weights) ? (
            <NoCountingTrait />
          ) : (
            <RankingTable
              search={search}
              pages={pages}
              weights={weights}
              traits={traits}
              onSort={(sort, direction) => change({ sort, direction })}
              onClear={filtersIn(search) > 0 ? () => change(NO_FILTERS) : undefined}
            />
          )}
        </>
      )}
    </Page>
  );
}
