import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Printer } from 'lucide-react';
import { saveCsv } from '../data/save-csv.js';
import { TRAITS } from '../i18n/terms.js';
import { SavedViewsButton } from '../saved-views/saved-views.js';
import { useOptimisticState } from '../ui/optimistic-state.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Page } from '../ui/page.js';
import { Empty, ErrorPanel, Skeleton } from '../ui/states.js';
import { IndexPanel } from '../values/index-panel.js';
import { useWeights } from '../values/use-weights.js';
import { NoCountingTrait } from '../values/values-states.js';
import { counts } from '../values/weights.js';
import type { MatingSearch } from './mating-search.js';
import { planCsv } from './plan-csv.js';
import { PlanView } from './plan.js';
import { Question } from './question.js';
import { usePlan, type PlanState } from './use-plan.js';
import styles from './mating.module.css';

/** The page of a mating plan: expected values and inbreeding of the offspring of queens and drone mothers. */
export default function MatingPage() {
  const { t } = useLingui();
  const navigate = useNavigate({ from: '/mating' });
  const write = (next: MatingSearch) => navigate({ search: next, replace: true, resetScroll: false });
  const [search, change] = useOptimisticState<MatingSearch>(useSearch({ from: '/signed-in/mating' }), write);
  const indexWeights = useWeights(search.weights);
  const state = usePlan(search);
  const { plan, pairs, stale, error } = state;
  const traits = plan?.run?.traits ?? TRAITS;
  const noneCounts = indexWeights.weights !== undefined && !counts(indexWeights.weights);
  const actions = (
    <>
      <SavedViewsButton page="MATING" search={search} />
      {pairs && <PlanActions pairs={pairs} />}
    </>
  );
  return (
    <Page title={t`Mating planner`} actions={actions}>
      <Question search={search} state={state} onChange={change} />
      <NoValues state={state} />
      {state.newest && (
        <div className={styles.weights}>
          <IndexPanel
            state={indexWeights}
            among={traits}
            onTry={(weights) => change({ weights: indexWeights.toParameter(weights) })}
          />
        </div>
      )}
      {error !== null && <ErrorPanel error={error} onRetry={state.retry} />}
      {noneCounts ? (
        <NoCountingTrait />
      ) : plan && pairs ? (
        <PlanView plan={plan} pairs={pairs} search={search} stale={stale} onChange={change} />
      ) : (
        error === null && <NoPlan state={state} />
      )}
    </Page>
  );
}

function PlanActions({ pairs }: { pairs: NonNullable<PlanState['pairs']> }) {
  const { t } = useLingui();
  return (
    <>
      <Button icon={<Download aria-hidden="true" />} onClick={() => saveCsv(planCsv(pairs), 'mating-plan.csv')}>
        {t`Download (CSV)`}
      </Button>
      <Button icon={<Printer aria-hidden="true" />} onClick={() => print()}>
        {t`Print`}
      </Button>
    </>
  );
}

/** Explains that only inbreeding can be predicted, because Queenbook has computed no run. */
function NoValues({ state: { plan, newest } }: { state: PlanState }) {
  const none = plan ? plan.run === null : newest === null;
  if (!none) return null;
  return (
    <div className={styles.note}>
      <p>
        {newest?.source === 'import' ? (
          <Trans>
            No expected values yet: values imported from another system do not predict the offspring. Start a run to see
            expected values. The inbreeding is shown anyway.
          </Trans>
        ) : (
          <Trans>
            No values yet. Start a run to see the expected values of the offspring. The inbreeding is shown anyway.
          </Trans>
        )}
      </p>
      <ButtonLink to="/values/runs/new">
        <Trans>New run</Trans>
      </ButtonLink>
    </div>
  );
}

/** Explains which input of the plan is missing. */
function NoPlan({ state: { queenIds, mateIds, isLoaded, newest } }: { state: PlanState }) {
  if (queenIds.length === 0) {
    return (
      <Empty>
        <Trans>Choose a queen to be mated. The possible matings are listed here, the best first.</Trans>
      </Empty>
    );
  }
  if (!isLoaded) return <Skeleton lines={8} />;
  if (mateIds.length > 0 && newest !== undefined) {
    return mateIds.join() === queenIds.join() ? (
      <Empty>
        <Trans>A queen cannot be her own drone mother: choose another drone mother.</Trans>
      </Empty>
    ) : (
      <Skeleton lines={8} />
    );
  }
  return (
    <Empty>
      {newest === null ? (
        <Trans>There is no ranking yet. Choose the drone mothers yourself.</Trans>
      ) : (
        <Trans>Choose a drone mother.</Trans>
      )}
    </Empty>
  );
}
