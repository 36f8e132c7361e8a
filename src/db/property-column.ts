import type { EntityClass } from '@mikro-orm/core';
import type { Em } from './orm.js';

/**
 * The column of a property.
 * @throws {Error} if the property has no column
 */
export function propertyColumn<Row extends object>(
  em: Em,
  entity: EntityClass<Row>,
  property: string,
): { name: string; type: string } {
  const properties: Record<string, { fieldNames: string[]; columnTypes: string[] }> = em
    .getMetadata()
    .get(entity).properties;
  const { fieldNames: [name] = [], columnTypes: [type] = [] } = properties[property] ?? {};
  if (name === undefined || type === undefined) throw new Error(`${entity.name} has no column for ${property}.`);
  return { name, type };
}
