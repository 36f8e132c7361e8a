import type { EntityClass } from '@mikro-orm/core';
import { sql, type RawBuilder } from 'kysely';
import { onlyRow } from '../db/only-row.js';
import { hiddenOwner } from '../db/owner.js';
import type { Em } from '../db/orm.js';
import type { CursorValues } from './cursor.js';
import { columnOf, fromMatching, type Matching } from './matching.js';
import { indexRanges, type OrderKey } from './index-ranges.js';
import { fetchRowsAsJson } from './rows.js';
import type { Selection } from './selection.js';

interface PageQuery<Row> {
  em: Em;
  entity: EntityClass<Row>;
  matching: Matching<Row>;
  order: OrderKey<Row>[];
  limit: number;
  offset: number;
  /** The position after which the page starts; null for the first page. */
  after: CursorValues | null;
  /** The properties to read, which must include the sort keys. */
  selection?: Selection;
}

/** Reads the rows of a page from index ranges in order, until there are enough rows. */
export async function readPage<Row extends object>(query: PageQuery<Row>): Promise<Row[]> {
  const { em, entity, matching, order, limit, offset, after, selection } = query;
  // A key with the same value in all rows does not affect the order, so it is omitted. If this applies to all keys,
  // only the last one is used.
  const isKey = order.map(({ key }) => matching.values?.[key] === undefined);
  if (!isKey.includes(true)) isKey[order.length - 1] = true;
  const keys = order
    .map((key) => ({ ...key, column: columnOf(em, entity, key.key) }))
    .filter((_, index) => isKey[index]);
  const place = after?.filter((_, index) => isKey[index]);
  const from = fromMatching(em, entity, matching);
  const ranges = indexRanges(from, keys, place, fromMatching(em, entity, matching, hiddenOwner(em)));

  const rows: Row[] = [];
  let skip = offset;
  for (const [index, { from, by, page }] of ranges.entries()) {
    const remaining = limit - rows.length;
    const range = sql`${from} order by ${by} limit ${remaining} offset ${skip}`;
    let statement = page?.(remaining) ?? sql`select q.* ${range}`;
    let prepare: 'prepared page' | undefined;
    if (skip > 0 || matching.sparse) {
      statement = keysFirst(query, range, by);
    } else if (isUnfiltered(matching) && rows.length === 0 && !page) {
      // The limit is a literal. If the limit were a parameter, PostgreSQL would plan the statement again on each
      // execution.
      statement = sql`select q.* ${from} order by ${by} limit ${sql.lit(remaining)}`;
      prepare = 'prepared page';
    }
    rows.push(...(await fetchRowsAsJson(em, entity, statement, { selection, prepare })));
    if (rows.length === limit || index === ranges.length - 1) break;
    skip = skip > 0 && rows.length === 0 ? skip - (await countOf(em, from)) : 0;
  }
  return rows;
}

const isUnfiltered = <Row>({ values = {}, conditions = [] }: Matching<Row>) =>
  Object.keys(values).length + conditions.length === 0;

/**
 * A statement for a page that skips rows, or for sparse matches. If the last sort key is the id, the statement first
 * finds the ids of the page in an index.
 */
function keysFirst<Row extends object>(
  { em, entity, order }: PageQuery<Row>,
  range: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (order.at(-1)?.key !== 'id') return sql`select q.* ${range}`;
  const table = sql.table(em.getMetadata().get(entity).tableName);
  return sql`
    select q.* from (select q.id ${range}) place
    join ${table} q on q.account_id = ${hiddenOwner(em)} and q.id = place.id order by ${by}`;
}

async function countOf(em: Em, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count ${from}`.execute(em.getKysely());
  return onlyRow(rows).count;
}
