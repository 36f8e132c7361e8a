import { TRAIT_WORDS } from '../../core/traits.js';
import { PAGE_PARAMETERS, sortParameter } from '../../rest/page.js';
import type { Parameter } from '../../rest/parameter-kinds.js';

export const LATEST_PARAMETERS: readonly Parameter[] = [
  ...PAGE_PARAMETERS,
  { name: 'trait', description: 'Only values of this trait.', kind: 'enum', values: TRAIT_WORDS, variable: 'trait' },
  {
    name: 'entity_type',
    description: 'Only values of queens or only values of their workers.',
    kind: 'enum',
    values: { queen: 'queen', worker: 'worker' },
    variable: 'entityType',
  },
  { name: 'queen_id', description: 'Only values of this queen.', kind: 'uuid', variable: 'queenId' },
  sortParameter({
    normalized_value: 'NORMALIZED',
    raw_value: 'RAW',
    reliability_r2: 'RELIABILITY',
    trait: 'TRAIT',
    entity_type: 'ENTITY_TYPE',
  }),
];

export const HISTORY: Parameter = { name: 'history', kind: 'boolean', default: 'false', variable: 'history' };
