import type { OrderKey } from '../../graphql/paginate.js';
import { toOrder } from '../../graphql/sort.js';
import type { Queen } from './queen.entity.js';
import { QueenSortField, type QueenSort } from './queen.input.js';

const COLUMNS: Record<QueenSortField, OrderKey<Queen>> = {
  NAME: { key: 'nameOrder' },
  DATE_OF_BIRTH: { key: 'dateOfBirth', nullable: true, grouped: true },
  RACE: { key: 'race', nullable: true, grouped: true },
  LIVING: { key: 'isGone' },
  STATUS: { key: 'status', nullable: true, grouped: true },
  GENERATION: { key: 'generation', grouped: true },
  EXTERNAL_ID: { key: 'externalOrder', nullable: true },
  CREATED_AT: { key: 'createdAt', grouped: true },
  UPDATED_AT: { key: 'updatedAt', grouped: true },
};

export const BY_NAME: OrderKey<Queen>[] = [{ key: 'nameOrder' }, { key: 'id' }];

export const queenOrder = (sort?: QueenSort[] | null): OrderKey<Queen>[] =>
  toOrder(sort, COLUMNS, [{ key: 'nameOrder' }], [{ key: 'id' }]);
