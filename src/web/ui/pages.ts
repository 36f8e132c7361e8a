import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { queryClient } from '../data/query-client.js';

/** Number of rows in one page of a list: the maximum that the server allows. */
export const PAGE_SIZE = 100;

/** Minimum time between two changes of the requested pages, in milliseconds. */
const PAUSE = 100;

export interface ListPage<Row> {
  total: number;
  rows: readonly Row[];
}

/** A long list, and a function to load its pages. */
export interface List<Row, Page extends ListPage<Row> = ListPage<Row>> {
  /** The query key, which identifies the list with its filters and its order. */
  key: readonly unknown[];
  /** Loads `PAGE_SIZE` rows from an offset. */
  fetch: (offset: number, signal: AbortSignal) => Promise<Page>;
}

/** The query of a page of a list. Pages are numbered from 0. */
export const pageQuery = <Row, Page extends ListPage<Row>>({ key, fetch }: List<Row, Page>, page = 0) =>
  queryOptions({
    queryKey: [...key, 'page', page],
    queryFn: ({ signal }) => fetch(page * PAGE_SIZE, signal),
  });

export interface Pages<Row, Page extends ListPage<Row> = ListPage<Row>> {
  /** The key of the list, which depends on the filters and the order. */
  list: string;
  /** The length of the list; undefined before the first response. */
  total: number | undefined;
  /** The first page, with all members of its response. */
  first: Page | undefined;
  /** Returns the row at an index, from 0; undefined while it is loading. */
  row: (index: number) => Row | undefined;
  /** Sets the range of rows in view, so that their pages are loaded. */
  show: (from: number, to: number) => void;
  /** Whether the shown rows belong to the previous filters, because the rows for the new filters are loading. */
  stale: boolean;
  error: unknown;
  retry: () => void;
}

/** Loads a long list. Only the first page and the visible pages are requested. */
export function usePages<Row, Page extends ListPage<Row> = ListPage<Row>>(list: List<Row, Page>): Pages<Row, Page> {
  const [[first, last], setRange] = useState<[number, number]>([0, 0]);
  const of = (page: number) => pageQuery(list, page);
  // The first page is always loaded, because it has the length of the list. The first page has a separate query,
  // because `useQueries` cannot show the previous rows while other filters are loading.
  const start = useQuery({ ...of(0), placeholderData: keepPreviousData });
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(Boolean);
  const others = useQueries({ queries: numbers.map(of) });
  const queries = [start, ...others];
  const failed = queries.find(({ isError }) => isError);
  const visible = useRef<[number, number]>([0, 0]);
  const pause = useRef(0);
  useEffect(() => () => clearTimeout(pause.current), []);
  const show = useCallback((from: number, to: number) => {
    visible.current = [Math.floor(from / PAGE_SIZE), Math.floor(Math.max(from, to) / PAGE_SIZE)];
    // While the user scrolls quickly, only some pages are requested. The last request is for the visible pages.
    if (pause.current !== 0) return;
    const update = () =>
      setRange((before) => (before.every((page, at) => page === visible.current[at]) ? before : visible.current));
    update();
    pause.current = window.setTimeout(() => {
      pause.current = 0;
      update();
    }, PAUSE);
  }, []);
  return {
    list: JSON.stringify(list.key),
    total: start.data?.total,
    first: start.data,
    row: (index) => {
      const number = Math.floor(index / PAGE_SIZE);
      const loadedPage = number === 0 ? start : others[numbers.indexOf(number)];
      // A row that has the focus but is out of view is rendered from the cache.
      const page = loadedPage ? loadedPage.data : queryClient.getQueryData<Page>(of(number).queryKey);
      return page?.rows[index % PAGE_SIZE];
    },
    show,
    stale: start.isPlaceholderData,
    error: failed?.error ?? null,
    retry: () => void Promise.all(queries.map(({ refetch }) => refetch())),
  };
}
