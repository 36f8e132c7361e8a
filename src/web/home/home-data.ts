import { queryOptions } from '@tanstack/react-query';
import { ask, graphql } from '../data/graphql.js';
import { keysQuery } from '../keys/queries.js';
import { trendsQuery } from '../values/trends.js';
import { bestQuery } from './newest-run.js';

const HOW_MANY = graphql(`
  query QueensAtHome {
    queens(first: 1) {
      totalCount
    }
  }
`);

export const queenCountQuery = queryOptions({
  queryKey: ['home', 'queens'],
  queryFn: async ({ signal }) => (await ask(HOW_MANY, {}, signal)).queens.totalCount,
});

export const homeQueries = [queenCountQuery, bestQuery, keysQuery, trendsQuery({})];
