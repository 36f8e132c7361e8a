import type { EntityClass } from '@mikro-orm/core';
import type { Em } from '../orm.js';

/**
 * Rows of hand-written SQL (`select q.*`) as objects of the entity's class, with its names and its kinds of values.
 * They are not managed: for reading only.
 */
export function toEntities<Row extends object>(
  em: Em,
  entity: EntityClass<Row>,
  rows: readonly Record<string, unknown>[],
): Row[] {
  const platform = em.getPlatform();
  const columns = em
    .getMetadata()
    .get(entity)
    .props.map(({ name, fieldNames: [column], runtimeType }) => ({ name, column, isDate: runtimeType === 'Date' }));
  return rows.map((row) => {
    const target = new (entity as new () => Row)();
    for (const { name, column, isDate } of columns) {
      const value = row[column as string] ?? null;
      target[name as keyof Row] = (isDate && value !== null ? platform.parseDate(value as string) : value) as never;
    }
    return target;
  });
}
