import { hashKey, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Apiary } from '../apiaries/apiary-data.js';
import { copyIndex, updateOfflineApiary, offlineApiaries } from '../data/device.js';
import { queryClient } from '../data/query-client.js';
import { DEVICE, loadAhead, queensOf, queriesOfApiary } from './load-ahead.js';

/** Records that an apiary was opened, so that `apiariesToLoad` can include it for a month. */
export function useOpened(apiaryId: string | undefined): void {
  useEffect(() => {
    if (apiaryId === undefined) return;
    updateOfflineApiary(apiaryId, { openedAt: Date.now() }).then(loadAhead, () => undefined);
  }, [apiaryId]);
}

/** The part of an apiary's data that is on the device. */
export interface Availability {
  marked: boolean;
  /** Number of queries whose data are on the device; `parts` is the number of all queries. */
  present: number;
  parts: number;
  /** When the oldest part was loaded, in milliseconds. */
  since: number;
}

/**
 * Returns how much of an apiary's data is on the device, and how old the oldest part is; undefined until the device was
 * read.
 */
export function useAvailability(apiary: Apiary): Availability | undefined {
  const queens = queensOf(apiary);
  return useQuery({
    queryKey: [DEVICE, 'apiary', apiary.id, queens],
    staleTime: 0,
    queryFn: async (): Promise<Availability> => {
      const [index, apiaries] = await Promise.all([copyIndex(), offlineApiaries()]);
      const copies = queriesOfApiary(apiary.id, queens).map(({ queryKey }) => index[hashKey(queryKey)]?.at);
      const present = copies.filter((at) => at !== undefined);
      return {
        marked: apiaries[apiary.id]?.marked ?? false,
        present: present.length,
        parts: copies.length,
        since: Math.min(...present),
      };
    },
  }).data;
}

/** Marks an apiary as available offline, or removes the mark. Requests persistent storage from the browser. */
export function useMark(apiaryId: string) {
  return useMutation({
    mutationFn: async (marked: boolean) => {
      await updateOfflineApiary(apiaryId, { marked });
      // The result is not awaited, because some browsers ask the user for permission.
      if (marked) void navigator.storage?.persist?.().catch(() => undefined);
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: [DEVICE] });
      void loadAhead();
    },
  });
}
