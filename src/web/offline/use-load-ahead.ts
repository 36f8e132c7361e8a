import { useEffect } from 'react';

/** Time after the start of a page, so that its own data are loaded first. */
const START_DELAY_MS = 3000;

/** Loads data for work without a network, at the start and whenever the network returns. */
export function useLoadAhead(): void {
  useEffect(() => {
    // Imported on demand, because a page does not need this code when it starts.
    const start = () =>
      void import('./load-ahead.js').then(
        ({ loadAhead }) => loadAhead(),
        () => undefined,
      );
    const timer = setTimeout(start, START_DELAY_MS);
    addEventListener('online', start);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', start);
    };
  }, []);
}
