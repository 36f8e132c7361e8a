import { useState } from 'react';
import { rest } from '../data/rest.js';
import { ErrorPanel } from './states.js';

/** What did not load, and a way to load the page anew once the server answers. */
export function LoadAnew({ error }: { error: unknown }) {
  const [tries, setTries] = useState(0);
  const retry = async () => {
    try {
      await rest('GET', '/healthz');
    } catch {
      // Announced again to screen readers.
      return setTries(tries + 1);
    }
    // Only as a whole: styles that did not come once are not asked for again, and what is no longer there never comes.
    location.reload();
  };
  return <ErrorPanel key={tries} error={error} onRetry={() => void retry()} />;
}
