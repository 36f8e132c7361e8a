import type { OrderKey } from '../graphql/paginate.js';
import { toOrder } from '../graphql/sort.js';
import type { Evaluation } from './evaluation.entity.js';
import { EvaluationSortField, type EvaluationSort } from './evaluation.input.js';

const COLUMNS: Record<EvaluationSortField, OrderKey<Evaluation>> = {
  YEAR: { key: 'year' },
  EVALUATED_ON: { key: 'evaluatedOn', nullable: true },
  HONEY: { key: 'honey', nullable: true },
  GENTLENESS: { key: 'gentleness', nullable: true },
  VIGOR: { key: 'vigor', nullable: true },
  WINTERING: { key: 'wintering', nullable: true },
  NON_SWARMING: { key: 'nonSwarming', nullable: true },
  COMB_BEHAVIOR: { key: 'combBehavior', nullable: true },
  HYG6H: { key: 'hyg6h', nullable: true },
  HYG24H: { key: 'hyg24h', nullable: true },
  CREATED_AT: { key: 'createdAt' },
  UPDATED_AT: { key: 'updatedAt' },
};

export const evaluationOrder = (sort?: EvaluationSort[] | null): OrderKey<Evaluation>[] =>
  toOrder(sort, COLUMNS, [{ key: 'year', descending: true }], [{ key: 'id' }]);
