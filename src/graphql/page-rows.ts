import type { EntityClass } from '@mikro-orm/core';
import { sql, type RawBuilder } from 'kysely';
import type { Em } from '../orm.js';
import type { Place } from './cursor.js';
import { columnOf, fromMatching, type Matching } from './matching.js';
import { stretchesOf, type OrderKey } from './page-stretches.js';
import { readPacked } from './rows.js';

interface Question<Row> {
  em: Em;
  entity: EntityClass<Row>;
  matching: Matching<Row>;
  order: OrderKey<Row>[];
  limit: number;
  offset: number;
  /** The place behind which to go on; null for the beginning. */
  after: Place | null;
}

/** Rows of a page, from one stretch of the list after the other until there are enough. */
export async function readRows<Row extends object>(question: Question<Row>): Promise<Row[]> {
  const { em, entity, matching, order, limit, offset, after } = question;
  // A key that is one and the same in all rows orders nothing.
  const isKey = order.map(({ key }) => matching.values?.[key] === undefined);
  const keys = order
    .map((key) => ({ ...key, column: columnOf(em, entity, key.key) }))
    .filter((_, index) => isKey[index]);
  const place = after?.filter((_, index) => isKey[index]);
  const stretches = stretchesOf(fromMatching(em, entity, matching), keys, place);

  const rows: Row[] = [];
  let over = offset;
  for (const [index, { from, by, page }] of stretches.entries()) {
    const most = limit - rows.length;
    const range = sql`${from} order by ${by} limit ${most} offset ${over}`;
    const isJump = over > 0 || matching.sparse;
    const statement = isJump ? fromIndex(question, range, by) : (page?.(most) ?? sql`select q.* ${range}`);
    rows.push(...(await readPacked(em, entity, statement)));
    if (rows.length === limit || index === stretches.length - 1) break;
    over = over > 0 && rows.length === 0 ? over - (await countOf(em, from)) : 0;
  }
  return rows;
}

/** Where many rows are passed over: an index alone tells which are the page's. */
function fromIndex<Row extends object>(
  { em, entity, order }: Question<Row>,
  range: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (order.at(-1)!.key !== 'id') return sql`select q.* ${range}`;
  const table = sql.table(em.getMetadata().get(entity).tableName);
  return sql`
    select q.* from (select q.account_id, q.id ${range}) place join ${table} q using (account_id, id) order by ${by}`;
}

async function countOf(em: Em, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count ${from}`.execute(em.getKysely());
  return rows[0]!.count;
}
