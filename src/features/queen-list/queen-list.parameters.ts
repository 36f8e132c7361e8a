import { byTrait, sortOf, TRAIT_MEMBERS, TRAIT_WORDS, TRAITS } from '../../core/traits.js';
import { sortParameter } from '../../rest/page.js';
import type { Parameter } from '../../rest/parameter-kinds.js';
import { QUEEN_FILTERS, QUEEN_SORT } from '../queens/queen.parameters.js';
import type { QueenListOptions } from '../queens/queen.routes.js';

/** Largest absolute value of a minimum in a filter. Breeding values are near 100, and test results are at most 200. */
const MAX_MINIMUM = 1000;

/** Filters and sort orders of lists of queens, without the generation. */
const QUEEN_LIST_PARAMETERS: readonly Parameter[] = [
  ...QUEEN_FILTERS,
  {
    name: 'min_index',
    description:
      'Only queens whose selection index in the newest completed run, with the saved weights, is at least this value.',
    kind: 'number',
    minimum: -MAX_MINIMUM,
    maximum: MAX_MINIMUM,
    variable: 'minIndex',
  },
  {
    name: 'min_values',
    description:
      'Only queens whose normalized values in the newest completed run are at least these values, such as `honey:105,gentleness:100`.',
    kind: 'numbers',
    values: TRAIT_WORDS,
    minimum: -MAX_MINIMUM,
    maximum: MAX_MINIMUM,
    variable: 'minValues',
  },
  {
    name: 'min_scores',
    description:
      'Only queens whose last evaluation has at least these results, such as `gentleness:3.5,honey_yield_kg:30`.',
    kind: 'numbers',
    values: TRAIT_MEMBERS,
    minimum: -MAX_MINIMUM,
    maximum: MAX_MINIMUM,
    variable: 'minScores',
  },
  QUEEN_SORT,
  {
    ...sortParameter(
      {
        index: 'INDEX',
        reliability_r2: 'RELIABILITY',
        ...byTrait((name) => TRAITS[name].word, sortOf),
      },
      (field, direction) => ({ field, direction }),
    ),
    name: 'sort_by_value',
    description:
      'Sort by this value of the newest completed run; takes precedence over `sort` and `sort_by_score`. A leading `-` sorts in descending order. Queens without this value come last.',
    variable: 'sortByValue',
  },
  {
    ...sortParameter(
      byTrait(
        (name) => TRAITS[name].member,
        (name) => name,
      ),
      (trait, direction) => ({ trait, direction }),
    ),
    name: 'sort_by_score',
    description:
      'Sort by this result of the last evaluation; takes precedence over `sort`. A leading `-` sorts in descending order. Queens without this result come last.',
    variable: 'sortByScore',
  },
];

/** REST parameters of a list of queens, with the variables and arguments of its GraphQL document. */
export const QUEEN_LIST: QueenListOptions = {
  parameters: QUEEN_LIST_PARAMETERS,
  variables: `$filter: QueenFilter, $sort: [QueenSort!], $minIndex: Float, $minValues: TraitMinimaInput,
    $minScores: TraitMinimaInput, $sortByValue: QueenValueSort, $sortByScore: QueenScoreSort`,
  arguments: `filter: $filter, sort: $sort, minIndex: $minIndex, minValues: $minValues, minScores: $minScores,
    sortByValue: $sortByValue, sortByScore: $sortByScore`,
};
