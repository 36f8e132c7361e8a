import { registerEnumType } from 'type-graphql';
import { invalid } from '../core/errors.js';
import type { OrderKey } from './paginate.js';

export enum SortDirection {
  ASC = 'ASC',
  DESC = 'DESC',
}
registerEnumType(SortDirection, {
  name: 'SortDirection',
  description: 'Sort direction. Rows without a value come last in both directions.',
  valuesConfig: {
    ASC: { description: 'Ascending' },
    DESC: { description: 'Descending' },
  },
});

export interface SortBy<FieldName extends string> {
  field: FieldName;
  direction: SortDirection;
}

const MAX_SORT_FIELDS = 3;

/**
 * The order of a list: the requested fields, or the default, followed by unique keys.
 * @throws {ServiceError} `validation_failed` for too many or repeated fields
 */
export function toOrder<Row, FieldName extends string>(
  sort: readonly SortBy<FieldName>[] | null | undefined,
  columns: Record<FieldName, OrderKey<Row>>,
  fallback: OrderKey<Row>[],
  unique: OrderKey<Row>[],
): OrderKey<Row>[] {
  if (!sort || sort.length === 0) return [...fallback, ...unique];
  if (sort.length > MAX_SORT_FIELDS)
    throw invalid([{ path: 'sort', message: `must name at most ${MAX_SORT_FIELDS} fields` }]);
  if (new Set(sort.map(({ field }) => field)).size < sort.length) {
    throw invalid([{ path: 'sort', message: 'must not name a field twice' }]);
  }
  const requested = sort.map(({ field, direction }) => ({
    ...columns[field],
    descending: direction === SortDirection.DESC,
  }));
  const named = new Set(requested.map(({ key }) => key));
  return [...requested, ...unique.filter(({ key }) => !named.has(key))];
}
