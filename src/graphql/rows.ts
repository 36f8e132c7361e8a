import { Type, type EntityClass, type EntityName, type FilterQuery, type QueryOrderMap } from '@mikro-orm/core';
import { sql, type RawBuilder } from 'kysely';
import type { Em } from '../orm.js';

interface Choice<Row> {
  orderBy?: QueryOrderMap<Row> | QueryOrderMap<Row>[];
  limit?: number;
}

/**
 * Rows of the account, for reading: what `em.find` would give, by the same conditions and behind the same filter, but
 * as plain rows, which take a tenth of the time that managed ones do.
 */
export async function findRows<Row extends object>(
  em: Em,
  entity: EntityName<Row>,
  where: FilterQuery<NoInfer<Row>>,
  { orderBy, limit }: Choice<NoInfer<Row>> = {},
): Promise<Row[]> {
  const query = em
    .createQueryBuilder(entity)
    .select(eager(em, entity).map(({ name }) => name) as never)
    .where(where as never);
  if (orderBy) query.orderBy(orderBy as never);
  if (limit !== undefined) query.limit(limit);
  await query.applyFilters();
  return toEntities(em, entity as EntityClass<Row>, await query.execute('all', false));
}

/** The first of them; null where there is none. */
export async function findRow<Row extends object>(
  em: Em,
  entity: EntityName<Row>,
  where: FilterQuery<NoInfer<Row>>,
  choice: Omit<Choice<NoInfer<Row>>, 'limit'> = {},
): Promise<Row | null> {
  const [row = null] = await findRows(em, entity, where, { ...choice, limit: 1 });
  return row;
}

/** What a row is read with; what is lazy, such as the hash of a key, is left where it is. */
const eager = <Row extends object>(em: Em, entity: EntityName<Row>) =>
  em
    .getMetadata()
    .get(entity)
    .props.filter(({ persist, lazy, formula }) => (persist !== false || formula) && !lazy);

/** The columns of a row that is read, in their order. */
export const columnsOf = (em: Em, entity: EntityClass<object>): string[] =>
  eager(em, entity).map(({ fieldNames: [column = ''] }) => column);

/** Made once for an entity. */
function once<Made>(make: (em: Em, entity: EntityClass<object>) => Made) {
  const made = new WeakMap<object, Made>();
  return (em: Em, entity: EntityClass<object>): Made => {
    let known = made.get(entity);
    if (known === undefined) made.set(entity, (known = make(em, entity)));
    return known;
  };
}

/** All rows that are called `q`, as they come, as JSON. */
export const packed = once((em, entity) => {
  const table = em.getMetadata().get(entity).createColumnMappingObject('q') as never;
  const columns = eager(em, entity).map(({ fieldNames: [column = ''], formula }) =>
    formula ? String(formula(table, table)) : `q."${column}"`,
  );
  return sql.raw<unknown[][] | null>(`json_agg(json_build_array(${columns.join()}))`);
});

/**
 * Rows by a statement of their own, in its order: as one text, as the driver takes three times as long for values that
 * come one by one.
 * @param rows `select q.*`
 * @param isPrepared see `prepareMarked`
 */
export async function readPacked<Row extends object>(
  em: Em,
  entity: EntityClass<Row>,
  rows: RawBuilder<unknown>,
  { isPrepared = false } = {},
): Promise<Row[]> {
  const found = await sql<{ packed: string | null }>`
    ${sql.raw(isPrepared ? '/* prepared */' : '')} select ${packed(em, entity)}::text as packed from (${rows}) q`.execute(
    em.getKysely(),
  );
  const text = found.rows[0]!.packed;
  return text === null ? [] : toEntities(em, entity, JSON.parse(text) as unknown[][]);
}

/**
 * These ids as `wanted.id`, without the planner knowing how many they are: it would plan a prepared statement anew
 * whenever they are few.
 */
export const wanted = (ids: readonly string[]) => sql`unnest((select ${ids}::uuid[])) wanted (id)`;

/**
 * Rows of hand-written SQL (`select q.*`), or the values of each in the order of `packed`, as objects of the entity's
 * class, with its names and its kinds of values. They are not managed: for reading only.
 */
export function toEntities<Row extends object>(
  em: Em,
  entity: EntityClass<Row>,
  rows: readonly (Record<string, unknown> | unknown[])[],
): Row[] {
  const { Row, columns } = plainRow(em, entity);
  return rows.map((row) => new Row(Array.isArray(row) ? row : columns.map((column) => row[column])) as Row);
}

/**
 * The same of rows that come column by column, in the order of `packed`, after the values that are the same for all.
 * @param columns null for one that is left out: undefined in each row
 */
export function toEntitiesByColumn<Row extends object>(
  em: Em,
  entity: EntityClass<Row>,
  common: readonly unknown[],
  columns: readonly (readonly unknown[] | null)[],
): Row[] {
  const known = rowsByColumn(em, entity);
  let Made = known.get(common.length);
  if (!Made) {
    const valueAt = (place: number) =>
      place < common.length ? `common[${place}]` : `columns[${place - common.length}]?.[index]`;
    known.set(common.length, (Made = rowClass(em, entity, 'common, columns, index', valueAt)));
  }
  const rows: Row[] = [];
  for (let index = 0; index < columns[0]!.length; index += 1) rows.push(new Made(common, columns, index) as Row);
  return rows;
}

/** By how many values are the same for all. */
const rowsByColumn = once(() => new Map<number, MadeRow>());

type MadeRow = new (...from: unknown[]) => object;

interface PlainRow {
  /** Made from the values of `columns`, in their order. */
  Row: MadeRow;
  columns: readonly string[];
}

const plainRow = once((em, entity): PlainRow => ({
  Row: rowClass(em, entity, 'row', (place) => `row[${place}] ?? null`),
  columns: columnsOf(em, entity),
}));

/**
 * A class whose objects are instances of the entity's, without its setters, by which the ORM looks for changes and
 * which take most of the time that a row takes.
 * @param parameters what a row is made from, and `valueAt` where in it the value of each column is, as code of ours
 */
function rowClass(
  em: Em,
  entity: EntityClass<object>,
  parameters: string,
  valueAt: (place: number) => string,
): MadeRow {
  const platform = em.getPlatform();
  const properties = eager(em, entity).map(({ name, customType, runtimeType }) => {
    const isConverted = customType !== undefined && customType.convertToJSValue !== Type.prototype.convertToJSValue;
    const convert = isConverted
      ? (value: unknown) => customType.convertToJSValue(value, platform)
      : runtimeType === 'Date' && ((value: unknown) => platform.parseDate(value as string));
    return { name: name as string, convert: convert && ((value: unknown) => (value == null ? value : convert(value))) };
  });
  // Written out, each property by its name: a loop over the names takes several times as long, for V8 then has to look
  // up what it knows of a row for each of them. The names are those of our own entities.
  const statements = properties.map(({ name, convert }, place) => {
    const value = valueAt(place);
    return `this[${JSON.stringify(name)}] = ${convert ? `converters[${place}](${value})` : value};`;
  });
  const code = `return function Row(${parameters}) { ${statements.join(' ')} }`;
  const make = new Function('converters', code) as (converters: unknown[]) => { prototype: object };
  const Row = make(properties.map(({ convert }) => convert));
  const own = properties.map(({ name }) => [name, { value: undefined, writable: true, configurable: true }] as const);
  Row.prototype = Object.create(entity.prototype as object, Object.fromEntries(own));
  return Row as never;
}
