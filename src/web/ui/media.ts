import { useSyncExternalStore } from 'react';

/** Whether a media query holds, and from now on. */
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

/** A phone held upright: rows of two lines, filters in a sheet, a bar at the foot. */
export const useNarrow = (): boolean => useMedia('(max-width: 599.98px)');
