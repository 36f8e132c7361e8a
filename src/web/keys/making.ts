import { useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { announce } from '../ui/announce.js';

/** Creates a key. It is shown only once, so the user cannot leave the page until it is created. */
export function useMaking(): <Made>(make: () => Promise<Made>) => Promise<Made> {
  const { t } = useLingui();
  const making = useRef(false);
  useBlocker({
    shouldBlockFn() {
      if (making.current) announce(t`The key is being created. Wait on this page: the key is shown only once.`);
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
