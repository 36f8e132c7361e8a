import { Trans, useLingui } from '@lingui/react/macro';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { NotLoaded } from '../data/problem.js';
import { ReloadPanel } from '../ui/reload-panel.js';
import { Page } from '../ui/page.js';
import { ErrorPanel } from '../ui/states.js';

export function NotFoundPage() {
  const { t } = useLingui();
  return (
    <main>
      <Page title={t`There is no such page`} width="narrow">
        <p>
          <Trans>
            The address may be wrong, or the record may have been deleted. <Link to="/queens">Go to the queens</Link>.
          </Trans>
        </p>
      </Page>
    </main>
  );
}

/** Shown instead of a page that failed to load or to render; other pages still work. */
export function CrashedPage({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  return (
    <Page title={t`Something went wrong`} width="narrow">
      {error instanceof NotLoaded ? <ReloadPanel error={error} /> : <ErrorPanel error={error} onRetry={reset} />}
    </Page>
  );
}
