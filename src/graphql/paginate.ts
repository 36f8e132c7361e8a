import type { EntityClass } from '@mikro-orm/core';
import type { GraphQLResolveInfo } from 'graphql';
import { invalid } from '../core/errors.js';
import type { Em } from '../db/orm.js';
import { propertyColumn } from '../db/property-column.js';
import { decodeCursor, encodeCursor, type MemberType, type CursorValues } from './cursor.js';
import type { Matching } from './matching.js';
import { MAX_PAGE_ROWS } from './max-page-rows.js';
import { readPage } from './page-rows.js';
import type { OrderKey } from './index-ranges.js';
import { nodeSelectionOf } from './selection.js';
import { countRows } from './total.js';

export type { OrderKey } from './index-ranges.js';

export interface PageArgs {
  first: number;
  after?: string | null;
  offset?: number | null;
}

interface Edge<Row> {
  cursor: string;
  node: Row;
}

export interface Page<Row> {
  totalCount(): Promise<number>;
  nodes: Row[];
  /** A function, so that cursors are encoded only on demand. */
  edges(): Edge<Row>[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

/**
 * Creates a page of the given rows.
 * @param cursorOf returns the cursor of a row
 */
export function pageOf<Row extends object>(
  nodes: Row[],
  cursorOf: (node: Row) => string,
  { totalCount, ...position }: Pick<Page<Row>, 'totalCount'> & Record<'hasNextPage' | 'hasPreviousPage', boolean>,
): Page<Row> {
  const [first, last] = [nodes[0], nodes.at(-1)];
  return {
    totalCount,
    nodes,
    edges: () => nodes.map((node) => ({ cursor: cursorOf(node), node })),
    pageInfo: { ...position, startCursor: first ? cursorOf(first) : null, endCursor: last ? cursorOf(last) : null },
  };
}

/** Creates a page of a list without rows. */
export const emptyPage = (hasPreviousPage: boolean) =>
  pageOf<never>([], String, { totalCount: () => Promise.resolve(0), hasNextPage: false, hasPreviousPage });

/**
 * Reads a page of rows. The last sort key must be unique. Cursors contain the sort values of a row, so rows that are
 * written between two pages cause neither duplicates nor gaps. Nulls come last.
 * @param info resolver info of the field that returns the page. Only the selected properties are read. Without `info`,
 * all properties are read.
 */
export async function paginate<Row extends object>(
  em: Em,
  entity: EntityClass<Row>,
  matching: Matching<Row>,
  order: OrderKey<Row>[],
  { first, after, offset }: PageArgs,
  info?: GraphQLResolveInfo,
): Promise<Page<Row>> {
  checkPageArgs({ first, after, offset });
  const place = after == null ? null : readCursor(em, entity, order, after);
  const selection =
    info &&
    nodeSelectionOf(
      info,
      order.map(({ key }) => key),
    );
  const question = { em, entity, matching, order, limit: first + 1, offset: offset ?? 0, after: place, selection };
  const rows = await readPage(question);
  const name = orderName(order);
  return pageOf(rows.slice(0, first), (row) => encodeCursor(name, cursorValuesOf(row, order)), {
    totalCount: () => countRows(em, entity, matching),
    hasNextPage: rows.length > first,
    hasPreviousPage: after != null || (offset ?? 0) > 0,
  });
}

function orderName<Row>(order: OrderKey<Row>[]): string {
  return order.map(({ key, descending }) => (descending ? `-${key}` : key)).join();
}

/** @throws {ServiceError} `validation_failed` if the cursor is from a list with another order, or forged */
export function readCursor<Row extends object>(
  em: Em,
  entity: EntityClass<Row>,
  order: OrderKey<Row>[],
  cursor: string,
): CursorValues {
  const members = order.map(({ key, nullable }) => ({
    type: memberTypeOf(propertyColumn(em, entity, key).type),
    nullable,
  }));
  return decodeCursor(orderName(order), cursor, members);
}

const MEMBER_TYPES: Record<string, MemberType['type']> = {
  text: 'text',
  uuid: 'uuid',
  timestamptz: 'instant',
  smallint: 'smallint',
  int: 'integer',
  'double precision': 'double',
};

/** @param column the type of a column, such as `text` or `timestamptz(3)` */
function memberTypeOf(column: string): MemberType['type'] {
  const type = MEMBER_TYPES[column.replace(/\(\d+\)$/, '')];
  if (!type) throw new Error(`No list can be sorted by a column of type ${column}`);
  return type;
}

/** @throws {ServiceError} `validation_failed`, with each invalid argument */
export function checkPageArgs({ first, after, offset }: PageArgs): void {
  const faults = [];
  if (first < 1 || first > MAX_PAGE_ROWS) {
    faults.push({ path: 'first', message: `must be a whole number from 1 to ${MAX_PAGE_ROWS}, not ${first}` });
  }
  if (offset != null && offset < 0) faults.push({ path: 'offset', message: 'must not be negative' });
  if (offset != null && after != null) faults.push({ path: 'offset', message: 'must not be combined with after' });
  if (faults.length > 0) throw invalid(faults);
}

function cursorValuesOf<Row>(row: Row, order: OrderKey<Row>[]): CursorValues {
  return order.map(({ key }) => {
    const value = row[key];
    return value instanceof Date ? value.toISOString() : ((value ?? null) as string | number | null);
  });
}
