import { byTrait, sortOf, TRAIT_WORDS, TRAITS } from '../../../core/traits.js';
import { GENERATION, QUEEN_FILTERS } from '../../queens/queen.parameters.js';
import { sortParameter } from '../../../rest/page.js';
import type { Parameter } from '../../../rest/parameter-kinds.js';
import { MAX_WEIGHT } from '../selection-index/weights.checks.js';

const PARAMETERS: readonly Parameter[] = [
  {
    name: 'entity_type',
    description: 'Whether to rank by values of the queens or of their workers.',
    kind: 'enum',
    values: { queen: 'queen', worker: 'worker' },
    default: 'queen',
    variable: 'entityType',
  },
  {
    name: 'weights',
    description: `Weights of the index, such as \`honey:2,gentleness:1\`: -${MAX_WEIGHT} to ${MAX_WEIGHT}, at least one of them not 0. Default: the saved weights.`,
    kind: 'numbers',
    values: TRAIT_WORDS,
    minimum: -MAX_WEIGHT,
    maximum: MAX_WEIGHT,
    variable: 'weights',
  },
  {
    name: 'min_reliability',
    description: 'Minimum reliability of the values of all weighted traits.',
    kind: 'number',
    minimum: 0,
    maximum: 1,
    variable: 'minReliability',
  },
  GENERATION,
  ...QUEEN_FILTERS,
  sortParameter({
    index: 'INDEX',
    reliability_r2: 'RELIABILITY',
    reliability: 'RELIABILITY',
    ...byTrait((name) => TRAITS[name].word, sortOf),
  }),
];

/** Filters and order of a ranking, with the GraphQL variables and arguments for them. */
export const RANKING = {
  parameters: PARAMETERS,
  variables: `$entityType: EntityType! = queen, $weights: TraitWeightsInput, $minReliability: Float,
    $filter: QueenFilter, $sort: [RankingSort!]`,
  arguments: `entityType: $entityType, weights: $weights, minReliability: $minReliability, filter: $filter,
    sort: $sort`,
};
