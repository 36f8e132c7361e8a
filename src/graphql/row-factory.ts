import { Type, type EntityClass, type EntityName, type EntityProperty } from '@mikro-orm/core';
import type { Em } from '../db/orm.js';
import type { Selection } from './selection.js';

/** The properties to read: all properties without a selection. */
export const propertiesOf = <Row extends object>(em: Em, entity: EntityName<Row>, selection?: Selection) =>
  em
    .getMetadata()
    .get(entity)
    .props.filter(({ name }) => !selection || selection.has(name));

const ALL_PROPERTIES = {};

/** Caches a value for each entity and selection. */
export function perSelection<Value>(create: (em: Em, entity: EntityClass<object>, selection: Selection) => Value) {
  const values = new WeakMap<object, WeakMap<object, Value>>();
  return (em: Em, entity: EntityClass<object>, selection?: Selection): Value => {
    let bySelection = values.get(entity);
    if (!bySelection) values.set(entity, (bySelection = new WeakMap()));
    let value = bySelection.get(selection ?? ALL_PROPERTIES);
    if (value === undefined) bySelection.set(selection ?? ALL_PROPERTIES, (value = create(em, entity, selection)));
    return value;
  };
}

/**
 * Creates objects of the entity's class from column values. Own properties hide MikroORM's setters, which track changes
 * and are slow.
 */
export const rowFactory = perSelection((em, entity, selection): ((values: unknown[]) => object) => {
  const platform = em.getPlatform();
  const properties = propertiesOf(em, entity, selection);
  const names = properties.map(({ name }) => name as string);
  const converterOf = ({ customType, runtimeType }: EntityProperty) => {
    if (customType !== undefined && customType.convertToJSValue !== Type.prototype.convertToJSValue) {
      return (value: unknown) => customType.convertToJSValue(value, platform);
    }
    return runtimeType === 'Date' ? (value: unknown) => platform.parseDate(value as string) : undefined;
  };
  const columns = properties.map((property) => ({ name: property.name, convert: converterOf(property) }));
  const data = { value: undefined, writable: true, configurable: true };
  function Row(this: Record<string, unknown>, values: unknown[]) {
    let index = 0;
    for (const { name, convert } of columns) {
      const value = values[index++] ?? null;
      this[name] = convert && value !== null ? convert(value) : value;
    }
  }
  Row.prototype = Object.create(
    entity.prototype as object,
    Object.fromEntries(
      propertiesOf(em, entity).map(({ name }) => [name, names.includes(name) ? data : unreadProperty(name)]),
    ),
  ) as object;
  // TypeScript has no type for a function that is used as a constructor.
  const RowClass = Row as unknown as new (values: unknown[]) => object;
  return (values) => new RowClass(values);
});

/** A property that throws on access, because it was not read. Otherwise, it would look like an empty value. */
const unreadProperty = (name: string): PropertyDescriptor => ({
  get() {
    throw new Error(`The property ${name} was not read.`);
  },
});
