import { useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { announce } from '../ui/announce.js';

/**
 * Returns a function that creates a key. Until the response, the user cannot leave the page, because the key is shown
 * only once.
 */
export function useMaking(): <Made>(make: () => Promise<Made>) => Promise<Made> {
  const { t } = useLingui();
  const making = useRef(false);
  useBlocker({
    shouldBlockFn() {
      if (making.current) announce(t`The key is being created. Wait for it: it is shown only once.`);
      return making.current;
    },
    enableBeforeUnload: () => making.current,
  });
  return async (make) => {
    making.current = true;
    try {
      return await make();
    } finally {
      making.current = false;
    }
  };
}
