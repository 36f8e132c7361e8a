import { queryOptions } from '@tanstack/react-query';
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

/** All apiaries by name, in natural order. */
export const apiaryOptions = queryOptions({
  queryKey: ['apiary-options'],
  queryFn: async ({ signal }): Promise<ApiaryOption[]> => {
    const found: ApiaryOption[] = [];
    for (;;) {
      const { nodes, totalCount } = (await ask(APIARIES, { offset: found.length }, signal)).apiaries!;
      found.push(...nodes);
      if (nodes.length === 0 || found.length >= totalCount) break;
    }
    const natural = new Intl.Collator(undefined, { numeric: true });
    return found.sort((a, b) => natural.compare(a.name, b.name));
  },
});
