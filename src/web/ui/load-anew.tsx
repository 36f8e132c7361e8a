import { useState } from 'react';
import { rest } from '../data/rest.js';
import { ErrorPanel } from './states.js';

/** A loading failure, with a button to reload the page when the server responds again. */
export function LoadAnew({ error }: { error: unknown }) {
  const [tries, setTries] = useState(0);
  const retry = async () => {
    try {
      await rest('GET', '/healthz');
    } catch {
      // Renders the error again, so that screen readers announce it again.
      return setTries(tries + 1);
    }
    // Reloads the whole page: missing styles are not requested again, and old files may no longer exist.
    location.reload();
  };
  return <ErrorPanel key={tries} error={error} onRetry={() => void retry()} />;
}
