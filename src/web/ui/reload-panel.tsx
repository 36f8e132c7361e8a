import { useState } from 'react';
import { rest } from '../data/rest.js';
import { ErrorPanel } from './states.js';

/** An error about code that failed to load. The button reloads the page, if the server responds. */
export function ReloadPanel({ error }: { error: unknown }) {
  const [tries, setTries] = useState(0);
  const retry = async () => {
    try {
      await rest('GET', '/healthz');
    } catch {
      // A new key renders the error again, so that screen readers announce it again.
      return setTries(tries + 1);
    }
    // Reloads the whole page, because the browser would not request missing styles again, and old files may no longer
    // exist.
    location.reload();
  };
  return <ErrorPanel key={tries} error={error} onRetry={() => void retry()} />;
}
