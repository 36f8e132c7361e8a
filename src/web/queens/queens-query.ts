import { graphql, type ResultOf } from '../data/graphql.js';
import { MEASURED } from '../record/evaluation-data.js';
import { NAMED_QUEEN } from '../ui/queen-name.js';

/** A page of the list. Fields of optional columns are requested only if the columns are shown. */
export const QUEENS = graphql(
  `
    query Queens(
      $first: Int!
      $offset: Int!
      $filter: QueenFilter
      $sort: [QueenSort!]
      $minIndex: Float
      $minValues: TraitMinimaInput
      $minScores: TraitMinimaInput
      $sortByValue: QueenValueSort
      $sortByScore: QueenScoreSort
      $hive: Boolean!
      $mate: Boolean!
      $index: Boolean!
      $values: Boolean!
      $inbreeding: Boolean!
      $tests: Boolean!
    ) {
      queens(
        first: $first
        offset: $offset
        filter: $filter
        sort: $sort
        minIndex: $minIndex
        minValues: $minValues
        minScores: $minScores
        sortByValue: $sortByValue
        sortByScore: $sortByScore
      ) {
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
          index @include(if: $index)
          indexReliability @include(if: $index)
          ebv @include(if: $values) {
            trait
            entityType
            normalized
            reliability
          }
          inbreeding @include(if: $inbreeding)
          fatherId @include(if: $inbreeding)
          evaluations @include(if: $tests) {
            id
            year
            ...Measured
          }
        }
      }
    }
  `,
  [NAMED_QUEEN, MEASURED],
);

export type QueenRow = NonNullable<ResultOf<typeof QUEENS>['queens']>['nodes'][number];
