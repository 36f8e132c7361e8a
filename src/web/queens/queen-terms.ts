import { queryOptions } from '@tanstack/react-query';
import { ask, graphql } from '../data/graphql.js';

const TERMS = graphql(`
  query QueenTerms {
    queenTerms {
      races
      lines
      breederCodes
      years
    }
  }
`);

/** The races, lines, breeder codes and birth years of the queens of the account. */
export const termsQuery = queryOptions({
  queryKey: ['queen-terms'],
  queryFn: async ({ signal }) => (await ask(TERMS, {}, signal)).queenTerms,
});
