import { Trans } from '@lingui/react/macro';
import { ButtonLink } from '../ui/button.js';
import { Empty } from '../ui/states.js';

/** The content of pages about values before the first run is completed. */
export function NoRunYet() {
  const action = (
    <ButtonLink to="/values/runs/new" kind="primary">
      <Trans>New run</Trans>
    </ButtonLink>
  );
  return (
    <Empty action={action}>
      <Trans>
        No run yet. A run computes breeding values from your pedigrees and evaluations. Values that another system has
        computed can be imported.
      </Trans>
    </Empty>
  );
}

export const NoCountingTrait = () => (
  <Empty>
    <Trans>All weights are 0: give at least one trait another weight.</Trans>
  </Empty>
);
