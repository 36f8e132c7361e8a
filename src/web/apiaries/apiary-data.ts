import { queryOptions } from '@tanstack/react-query';
import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { byName } from '../data/natural-order.js';
import { PAGE_SIZE, pageQuery, type List } from '../ui/pages.js';
import { NAMED_QUEEN } from '../ui/queen-name.js';

export const APIARIES = graphql(`
  query Apiaries($first: Int!, $offset: Int!) {
    apiaries(first: $first, offset: $offset) {
      totalCount
      nodes {
        id
        name
        countryCode
        postalCode
        hives {
          queenId
        }
        seasons {
          year
          evaluations
          dams
        }
      }
    }
  }
`);
export type ListedApiary = ResultOf<typeof APIARIES>['apiaries']['nodes'][number];
export type Season = NonNullable<ListedApiary['seasons']>[number];

/** The fields of a hive for a row of the table and for its form. */
const HIVE = graphql(
  `
    fragment HiveRow on Hive @_unmask {
      id
      name
      type
      apiaryId
      updatedAt
      queen {
        ...NamedQueen
        id
        name
        externalId
        dateOfBirth
      }
    }
  `,
  [NAMED_QUEEN],
);
export type HiveRow = ResultOf<typeof HIVE>;

const APIARY = graphql(
  `
    query Apiary($id: ID!) {
      apiary(id: $id) {
        id
        name
        countryCode
        postalCode
        latitude
        longitude
        elevationM
        notes
        hives {
          ...HiveRow
        }
        seasons {
          year
          evaluations
          dams
        }
      }
    }
  `,
  [HIVE],
);
export type Apiary = NonNullable<ResultOf<typeof APIARY>['apiary']>;

export const apiaryList: List<ListedApiary> = {
  key: ['apiaries'],
  fetch: async (offset, signal) => {
    const { apiaries } = await ask(APIARIES, { first: PAGE_SIZE, offset }, signal);
    return { total: apiaries.totalCount, rows: apiaries.nodes };
  },
};

export const apiariesQuery = pageQuery(apiaryList);

export const apiaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['apiary', id],
    queryFn: async ({ signal }) => (await ask(APIARY, { id }, signal)).apiary,
  });

export const UNPLACED = graphql(
  `
    query UnplacedHives($first: Int!, $offset: Int!) {
      hives(first: $first, offset: $offset, filter: { placed: false }) {
        totalCount
        nodes {
          ...HiveRow
        }
      }
    }
  `,
  [HIVE],
);

const NAMES = graphql(`
  query ApiaryNames($after: String) {
    apiaries(first: 100, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        name
      }
    }
  }
`);

/** All apiaries, sorted by name, for a selection field. */
export const apiaryNamesQuery = queryOptions({
  queryKey: ['apiaryNames'],
  queryFn: async ({ signal }) => {
    const names: { id: string; name: string }[] = [];
    for (let after: string | null | undefined; ;) {
      const { nodes, pageInfo } = (await ask(NAMES, { after }, signal)).apiaries;
      names.push(...nodes);
      if (!pageInfo.hasNextPage) return names;
      after = pageInfo.endCursor;
    }
  },
});

/** Sorts hives by name in natural order: 2 before 10. */
export const inHiveOrder = (hives: readonly HiveRow[]): HiveRow[] => [...hives].sort(byName);
