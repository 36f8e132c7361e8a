import { byTrait, sortOf } from '../../core/traits.js';
import type { OrderKey } from '../../graphql/paginate.js';
import { toOrder } from '../../graphql/sort.js';
import type { Evaluation } from './evaluation.entity.js';
import { EvaluationSortField, type EvaluationSort } from './evaluation.input.js';

const COLUMNS: Record<EvaluationSortField, OrderKey<Evaluation>> = {
  YEAR: { key: 'year', grouped: true },
  EVALUATED_ON: { key: 'evaluatedOn', nullable: true, grouped: true },
  ...byTrait(sortOf, (key): OrderKey<Evaluation> => ({ key, nullable: true, grouped: true })),
  CREATED_AT: { key: 'createdAt', grouped: true },
  UPDATED_AT: { key: 'updatedAt', grouped: true },
};

export const evaluationOrder = (sort?: EvaluationSort[] | null): OrderKey<Evaluation>[] =>
  toOrder(sort, COLUMNS, [{ ...COLUMNS.YEAR, descending: true }], [{ key: 'id' }]);
