import { queryOptions } from '@tanstack/react-query';
import { allRows } from '../data/all-rows.js';
import { byName } from '../data/natural-order.js';
import { ask, graphql } from '../data/graphql.js';

const APIARIES = graphql(`
  query ApiaryOptions($offset: Int!) {
    apiaries(first: 100, offset: $offset) {
      totalCount
      nodes {
        id
        name
      }
    }
  }
`);

export interface ApiaryOption {
  id: string;
  name: string;
}

/** All apiaries, sorted by name in natural order. */
export const apiaryOptions = queryOptions({
  queryKey: ['apiary-options'],
  queryFn: async ({ signal }): Promise<ApiaryOption[]> => {
    const found = await allRows(async (offset) => (await ask(APIARIES, { offset }, signal)).apiaries);
    return found.sort(byName);
  },
});
