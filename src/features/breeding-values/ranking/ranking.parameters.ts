import { byTrait, sortOf, TRAIT_WORDS, TRAITS } from '../../../core/traits.js';
import { GENERATION, QUEEN_FILTERS } from '../../queens/queen.parameters.js';
import { PAGE_PARAMETERS, sortParameter } from '../../../rest/page.js';
import type { Parameter } from '../../../rest/parameter-kinds.js';
import { MOST_WEIGHT } from '../selection-index/weights.checks.js';

export const RANKING_PARAMETERS: readonly Parameter[] = [
  ...PAGE_PARAMETERS,
  {
    name: 'entity_type',
    description: 'By values of the queens themselves, or of their workers.',
    kind: 'enum',
    values: { queen: 'queen', worker: 'worker' },
    default: 'queen',
    variable: 'entityType',
  },
  {
    name: 'weights',
    description: `In place of the weights that are kept, such as \`honey:2,gentleness:1\`: -${MOST_WEIGHT} to ${MOST_WEIGHT}, one at least other than 0.`,
    kind: 'numbers',
    values: TRAIT_WORDS,
    minimum: -MOST_WEIGHT,
    maximum: MOST_WEIGHT,
    variable: 'weights',
  },
  {
    name: 'min_reliability',
    description: 'Only queens whose values of all traits that count have this reliability at least.',
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
