import type { OrderKey } from '../../graphql/paginate.js';
import { toOrder } from '../../graphql/sort.js';
import type { BreedingValue } from './breeding-value.entity.js';
import { EbvSortField, type EbvSort } from './ebv.input.js';

const COLUMNS: Record<EbvSortField, OrderKey<BreedingValue>> = {
  NORMALIZED: { key: 'normalized' },
  RAW: { key: 'raw', nullable: true },
  RELIABILITY: { key: 'reliability', nullable: true },
  TRAIT: { key: 'trait' },
  ENTITY_TYPE: { key: 'entityType' },
};

const BEST_FIRST: OrderKey<BreedingValue>[] = [
  { key: 'trait' },
  { key: 'entityType' },
  { key: 'normalized', descending: true },
];
const UNIQUE: OrderKey<BreedingValue>[] = [{ key: 'trait' }, { key: 'entityType' }, { key: 'queenId' }];

/** Returns the sort keys of a list of values. The run is the first key, so that every cursor contains it. */
export const ebvOrder = (sort?: EbvSort[] | null): OrderKey<BreedingValue>[] => [
  { key: 'runId' },
  ...toOrder(sort, COLUMNS, BEST_FIRST, UNIQUE),
];
