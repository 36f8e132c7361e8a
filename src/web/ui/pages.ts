import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { queryClient } from '../data/query-client.js';

/** Rows of one page of a list; the server gives at most so many at once. */
export const PAGE_SIZE = 100;

/** Milliseconds between two changes of the pages that are asked for. */
const PAUSE = 100;

export interface ListPage<Row> {
  total: number;
  rows: readonly Row[];
}

export interface Pages<Row, Page extends ListPage<Row> = ListPage<Row>> {
  /** Of which list they are: another filter or order makes another. */
  list: string;
  /** How many rows the list has; undefined before the first answer. */
  total: number | undefined;
  /** The first page, with the rest of the answer beside the rows. */
  first: Page | undefined;
  /** The row at an index from 0; undefined while it is on its way. */
  row: (index: number) => Row | undefined;
  /** Sets which rows are in view, so that their pages are loaded. */
  show: (from: number, to: number) => void;
  /** Whether what is shown is still that of the filters before. */
  stale: boolean;
  error: unknown;
  retry: () => void;
}

/**
 * A long list, of which only the pages in view are asked for.
 * @param key names the list with its filters and its order
 * @param fetch asks for `PAGE_SIZE` rows from an offset on
 */
export function usePages<Row, Page extends ListPage<Row> = ListPage<Row>>(
  key: readonly unknown[],
  fetch: (offset: number, signal: AbortSignal) => Promise<Page>,
): Pages<Row, Page> {
  const [[first, last], setRange] = useState<[number, number]>([0, 0]);
  const of = (page: number) => ({
    queryKey: [...key, 'page', page],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetch(page * PAGE_SIZE, signal),
  });
  // The first page stays, because it has the length of the list. While other filters are on their way, what was there
  // before stays in view: `useQueries` would not keep it.
  const start = useQuery<ListPage<Row>>({ ...of(0), placeholderData: keepPreviousData });
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(Boolean);
  const others = useQueries({ queries: numbers.map(of) });
  const answers = [start, ...others];
  const failed = answers.find(({ isError }) => isError);
  const wanted = useRef<[number, number]>([0, 0]);
  const pause = useRef(0);
  useEffect(() => () => clearTimeout(pause.current), []);
  const show = useCallback((from: number, to: number) => {
    wanted.current = [Math.floor(from / PAGE_SIZE), Math.floor(Math.max(from, to) / PAGE_SIZE)];
    // While one scrolls past many pages only some are asked for, and at last the one where one stays.
    if (pause.current !== 0) return;
    const take = () =>
      setRange((before) => (before.every((page, at) => page === wanted.current[at]) ? before : wanted.current));
    take();
    pause.current = window.setTimeout(() => {
      pause.current = 0;
      take();
    }, PAUSE);
  }, []);
  return {
    list: JSON.stringify(key),
    total: start.data?.total,
    first: start.data as Page | undefined,
    row: (index) => {
      const number = Math.floor(index / PAGE_SIZE);
      const asked = number === 0 ? start : others[numbers.indexOf(number)];
      // One that is drawn out of view, as it has the focus, is as it was.
      const page = asked ? asked.data : queryClient.getQueryData<Page>(of(number).queryKey);
      return page?.rows[index % PAGE_SIZE];
    },
    show,
    stale: start.isPlaceholderData,
    error: failed?.error ?? null,
    retry: () => void Promise.all(answers.map(({ refetch }) => refetch())),
  };
}
