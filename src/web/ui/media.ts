import { useSyncExternalStore } from 'react';

/** Whether a media query matches, with updates. */
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

/** A phone in portrait: rows of two lines, filters in a sheet, a bar at the bottom. */
export const useNarrow = (): boolean => useMedia('(max-width: 599.98px)');
