import type { OrderKey } from '../graphql/paginate.js';
import { toOrder } from '../graphql/sort.js';
import type { Evaluation } from './evaluation.entity.js';
import { EvaluationSortField, type EvaluationSort } from './evaluation.input.js';

const COLUMNS: Record<EvaluationSortField, OrderKey<Evaluation>> = {
  YEAR: { key: 'year', grouped: true },
  EVALUATED_ON: { key: 'evaluatedOn', nullable: true, grouped: true },
  HONEY: { key: 'honey', nullable: true, grouped: true },
  GENTLENESS: { key: 'gentleness', nullable: true, grouped: true },
  VIGOR: { key: 'vigor', nullable: true, grouped: true },
  WINTERING: { key: 'wintering', nullable: true, grouped: true },
  NON_SWARMING: { key: 'nonSwarming', nullable: true, grouped: true },
  COMB_BEHAVIOR: { key: 'combBehavior', nullable: true, grouped: true },
  HYG6H: { key: 'hyg6h', nullable: true, grouped: true },
  HYG24H: { key: 'hyg24h', nullable: true, grouped: true },
  CREATED_AT: { key: 'createdAt', grouped: true },
  UPDATED_AT: { key: 'updatedAt', grouped: true },
};

export const evaluationOrder = (sort?: EvaluationSort[] | null): OrderKey<Evaluation>[] =>
  toOrder(sort, COLUMNS, [{ ...COLUMNS.YEAR, descending: true }], [{ key: 'id' }]);
