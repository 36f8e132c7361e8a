import { Trans, useLingui } from '@lingui/react/macro';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { NotLoaded } from '../data/problem.js';
import { rest } from '../data/rest.js';
import { Page } from '../ui/page.js';
import { ErrorPanel } from '../ui/states.js';

export function NotFoundPage() {
  const { t } = useLingui();
  return (
    <main>
      <Page title={t`There is no such page`} width="narrow">
        <p>
          <Trans>
            The address may be mistyped, or what was here has been deleted. <Link to="/queens">Go to the queens</Link>.
          </Trans>
        </p>
      </Page>
    </main>
  );
}

/** A page that failed to load or to draw; the others go on. */
export function CrashedPage({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const [tries, setTries] = useState(0);
  const retry = async () => {
    if (!(error instanceof NotLoaded)) return reset();
    try {
      await rest('GET', '/healthz');
    } catch {
      // Told anew, for whoever hears it.
      return setTries(tries + 1);
    }
    // Only as a whole: styles that did not come once are not asked for again, and what is no longer there never comes.
    location.reload();
  };
  return (
    <Page title={t`That did not work`} width="narrow">
      <ErrorPanel key={tries} error={error} onRetry={() => void retry()} />
    </Page>
  );
}
