import { queryOptions } from '@tanstack/react-query';
import { ask, graphql, readFragment, type ResultOf } from '../data/graphql.js';

export const KEY = graphql(`
  fragment Key on ApiKey {
    id
    name
    keyPrefix
    status
    ipAllowlist
    createdAt
    expiresAt
    revokedAt
    lastUsedAt
    lastUsedIp
    predecessorId
    permissions {
      queens
      evaluations
      blup
      hive
      account
    }
  }
`);
export type Key = ResultOf<typeof KEY>;

const KEYS = graphql(
  `
    query Keys($after: String) {
      apiKeys(first: 100, after: $after) {
        nodes {
          ...Key
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [KEY],
);

/** All keys of the account, including revoked keys, newest first. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }): Promise<readonly Key[]> => {
    const found: Key[] = [];
    let after: string | null = null;
    do {
      const { apiKeys }: ResultOf<typeof KEYS> = await ask(KEYS, { after }, signal);
      found.push(...readFragment(KEY, apiKeys.nodes));
      after = apiKeys.pageInfo.hasNextPage ? apiKeys.pageInfo.endCursor : null;
    } while (after !== null);
    return found;
  },
});

const ALLOWANCE = graphql(`
  query KeyAllowance {
    apiKeyAllowance {
      keys
      keyLimit
      createdInLastHour
      creationLimit
      retryAfter
    }
  }
`);

export const allowanceQuery = queryOptions({
  queryKey: ['keys', 'allowance'],
  queryFn: async ({ signal }) => (await ask(ALLOWANCE, {}, signal)).apiKeyAllowance,
});

export const keysQueries = [keysQuery, allowanceQuery];

const ONE_KEY = graphql(
  `
    query OneKey($id: ID!) {
      apiKey(id: $id) {
        ...Key
      }
      apiKeyUsage(id: $id, days: 30) {
        date
        count
      }
    }
  `,
  [KEY],
);

/** A key with its use in the last 30 days; null if the account has no key with this id. */
export const keyQuery = (id: string) =>
  queryOptions({
    queryKey: ['keys', id],
    queryFn: async ({ signal }) => {
      const { apiKey, apiKeyUsage } = await ask(ONE_KEY, { id }, signal);
      return { key: readFragment(KEY, apiKey), usage: apiKeyUsage };
    },
  });

export const UPDATE_KEY = graphql(`
  mutation UpdateKey($id: ID!, $input: ApiKeyChangeInput!) {
    updateApiKey(id: $id, input: $input) {
      id
    }
  }
`);
