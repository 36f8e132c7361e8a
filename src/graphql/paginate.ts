import type { EntityClass } from '@mikro-orm/core';
import { invalid } from '../errors.js';
import type { Em } from '../orm.js';
import { decodeCursor, encodeCursor, type Place } from './cursor.js';
import { asId } from './ids.js';
import type { Matching } from './matching.js';
import { readRows } from './page-rows.js';
import type { OrderKey } from './page-stretches.js';
import { countRows } from './total.js';

export type { OrderKey } from './page-stretches.js';

export const MAX_PAGE = 100;

export interface PageArgs {
  first: number;
  after?: string | null;
  offset?: number | null;
}

export interface Page<Row> {
  totalCount(): Promise<number>;
  nodes: Row[];
  edges: { cursor: string; node: Row }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

/**
 * A page of rows in a total order: the keys must end with what is unique. Walking by cursor goes by the last row's
 * values, not by counting, so that rows written meanwhile make no other row come twice or be missed; nulls come last.
 */
export async function paginate<Row extends object>(
  em: Em,
  entity: EntityClass<Row>,
  matching: Matching<Row>,
  order: OrderKey<Row>[],
  { first, after, offset }: PageArgs,
): Promise<Page<Row>> {
  checkPageArgs({ first, after, offset });
  const place = after == null ? null : readPlace(em, entity, order, after);
  const rows = await readRows({ em, entity, matching, order, limit: first + 1, offset: offset ?? 0, after: place });
  const name = nameOf(order);
  const nodes = rows.slice(0, first);
  const edges = nodes.map((node) => ({ cursor: encodeCursor(name, placeOf(node, order)), node }));
  return {
    totalCount: () => countRows(em, entity, matching),
    nodes,
    edges,
    pageInfo: {
      hasNextPage: rows.length > first,
      hasPreviousPage: after != null || (offset ?? 0) > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function nameOf<Row>(order: OrderKey<Row>[]): string {
  return order.map(({ key, descending }) => (descending ? `-${key}` : key)).join();
}

/**
 * The place a cursor stands for, each value of the kind that its column holds.
 * @throws {ServiceError} `validation_failed` for a cursor of another order, or one that was tampered with
 */
export function readPlace<Row extends object>(
  em: Em,
  entity: EntityClass<Row>,
  order: OrderKey<Row>[],
  cursor: string,
): Place {
  const place = decodeCursor(nameOf(order), cursor, order.length);
  const properties: Record<string, { columnTypes: string[] }> = em.getMetadata().get(entity).properties;
  const sound = order.every(({ key, nullable }, index) => {
    const value = place[index] ?? null;
    return value === null ? nullable === true : isOfType(value, properties[key]?.columnTypes[0] ?? '');
  });
  if (!sound) throw invalid([{ path: 'after', message: 'must be a cursor from an earlier answer' }]);
  return place;
}

/** Whether the database takes it for a value of the column. */
function isOfType(value: string | number, column: string): boolean {
  if (typeof value === 'number') {
    if (column.startsWith('double')) return true;
    return Number.isInteger(value) && Math.abs(value) < 2 ** (column === 'smallint' ? 15 : column === 'int' ? 31 : 0);
  }
  if (column === 'uuid') return asId(value) !== null;
  if (column.startsWith('timestamp')) return /^(?!0000)\d{4}-/.test(value) && isInstant(value);
  return column === 'text' && !value.includes('\0');
}

/** Just as it is written into cursors. */
const isInstant = (value: string) => !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;

/** @throws {ServiceError} `validation_failed` naming each argument that is out of its range */
export function checkPageArgs({ first, after, offset }: PageArgs): void {
  const faults = [];
  if (first < 1 || first > MAX_PAGE) {
    faults.push({ path: 'first', message: `must be a whole number from 1 to ${MAX_PAGE}, not ${first}` });
  }
  if (offset != null && offset < 0) faults.push({ path: 'offset', message: 'must not be negative' });
  if (offset != null && after != null)
    faults.push({ path: 'offset', message: 'stands in place of after: give one of them' });
  if (faults.length > 0) throw invalid(faults);
}

function placeOf<Row>(row: Row, order: OrderKey<Row>[]): Place {
  return order.map(({ key }) => {
    const value = row[key];
    return value instanceof Date ? value.toISOString() : ((value ?? null) as string | number | null);
  });
}
