import { useSyncExternalStore } from 'react';

/** Whether a media query matches. Updates when the result changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Whether the window is as narrow as a phone in portrait. */
export const useNarrow = (): boolean => useMedia('(max-width: 599.98px)');
