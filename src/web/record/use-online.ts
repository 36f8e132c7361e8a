import { useSyncExternalStore } from 'react';

const EVENTS = ['online', 'offline'] as const;

export function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      for (const event of EVENTS) addEventListener(event, changed);
      return () => {
        for (const event of EVENTS) removeEventListener(event, changed);
      };
    },
    () => navigator.onLine,
  );
}
