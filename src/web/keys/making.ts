import { useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { announce } from '../ui/announce.js';

/**
 * Returns a function that creates a key. Until the response, the user cannot leave the page, because the key is shown
 * only once.
 */
export function useKeyCreation(): <Made>(make: () => Promise<Made>) => Promise<Made> {
  const { t } = useLingui();
  const isCreating = useRef(false);
  useBlocker({
    shouldBlockFn() {
      if (isCreating.current) announce(t`The key is being created. Wait on this page: the key is shown only once.`);
      return isCreating.current;
    },
    enableBeforeUnload: () => isCreating.current,
  });
  return async (make) => {
    isCreating.current = true;
    try {
      return await make();
    } finally {
      isCreating.current = false;
    }
  };
}
