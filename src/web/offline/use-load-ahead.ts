import { useEffect } from 'react';

/** Delay after the start of a page, so that the page can load its own data first. */
const START_DELAY_MS = 3000;

/** Loads data for work without a network, at the start and whenever the network returns. */
export function useLoadAhead(): void {
  useEffect(() => {
    // Imported dynamically, because the start of a page does not need this code.
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
