import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { MEASURED } from '../record/evaluation-data.js';
import { PAGE_SIZE, pageQuery, type List } from '../ui/pages.js';
import { NAMED_QUEEN } from '../ui/queen-name.js';
import { orderVariables } from './queen-order.js';
import { minimumVariables, queenFilter, type QueensSearch } from './queens-search.js';
import { storedColumns, type ChosenColumn } from './shown-columns.js';

/** The query of a page of the list. Fields of optional columns are requested only if the columns are shown. */
const QUEENS = graphql(
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

export type QueenRow = ResultOf<typeof QUEENS>['queens']['nodes'][number];

/**
 * Whether the id of a shown column begins with `column`, or the sort field begins with `sorts`. The sort field counts,
 * because a phone shows the value by which the list is sorted even if its column is hidden.
 */
const needsOf =
  ({ sort }: QueensSearch, shown: readonly ChosenColumn[]) =>
  (column: string, sorts?: string) =>
    shown.some((id) => id.startsWith(column)) || (sorts !== undefined && sort?.startsWith(sorts) === true);

export function hasValues(search: QueensSearch, shown: readonly ChosenColumn[]): boolean {
  const needs = needsOf(search, shown);
  return needs('index', 'INDEX') || needs('value-', 'VALUE_');
}

/** Returns the list of queens for search parameters, with the data of the shown columns. */
export function queenList(search: QueensSearch, shown: readonly ChosenColumn[]): List<QueenRow> {
  const needs = needsOf(search, shown);
  const variables = {
    filter: queenFilter(search),
    ...minimumVariables(search),
    ...orderVariables(search),
    hive: needs('hive'),
    mate: needs('mate'),
    index: needs('index', 'INDEX'),
    values: needs('value-', 'VALUE_'),
    inbreeding: needs('inbreeding'),
    tests: needs('tested') || needs('score-', 'SCORE_'),
  };
  return {
    key: ['queens', variables],
    fetch: async (offset, signal) => {
      const { queens } = await ask(QUEENS, { ...variables, first: PAGE_SIZE, offset }, signal);
      return { total: queens.totalCount, rows: queens.nodes };
    },
  };
}

/** The first page of the list, with the columns that are chosen on this device. */
export const queensQuery = (search: QueensSearch) => pageQuery(queenList(search, storedColumns()));
