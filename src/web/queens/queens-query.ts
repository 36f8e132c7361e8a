import { graphql, type ResultOf } from '../data/graphql.js';
import { NAMED_QUEEN } from '../ui/queen-name.js';

/** A page of the list. Fields of optional columns are requested only if the columns are shown. */
export const QUEENS = graphql(
  `
    query Queens(
      $first: Int!
      $offset: Int!
      $filter: QueenFilter
      $sort: [QueenSort!]
      $hive: Boolean!
      $mate: Boolean!
    ) {
      queens(first: $first, offset: $offset, filter: $filter, sort: $sort) {
        totalCount
        nodes {
          ...NamedQueen
          id
          name
          externalId
          dateOfBirth
          generation
          race
          line
          status
          marking
          matingType
          mother {
            ...NamedQueen
          }
          matedTo @include(if: $mate) {
            ...NamedQueen
          }
          hive @include(if: $hive) {
            name
          }
        }
      }
    }
  `,
  [NAMED_QUEEN],
);

export type QueenRow = NonNullable<ResultOf<typeof QUEENS>['queens']>['nodes'][number];
