import type { GraphQLResolveInfo } from 'graphql';
import { sql } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import type { Em } from '../../db/orm.js';
import { fromMatching, type Matching } from '../../graphql/matching.js';
import { pageOf, type Page, type PageArgs } from '../../graphql/paginate.js';
import { fetchRowsAsJson } from '../../graphql/rows.js';
import { nodeSelectionOf } from '../../graphql/selection.js';
import { countRows } from '../../graphql/total.js';
import { keyOrder, type KeyPosition } from '../breeding-values/ranking/key-order.js';
import { Queen } from '../queens/queen.entity.js';
import type { QueenValueRows } from './queen-values.js';

export interface ValueList {
  values: QueenValueRows;
  descending: boolean;
  /** Position after which the page starts. */
  after: KeyPosition | undefined;
  toCursor: (position: KeyPosition) => string;
}

/**
 * Returns a page of the matching queens, sorted by one value of each queen. One statement reads the ids of these
 * queens, and a second one reads their rows.
 */
export async function valuePage(
  em: Em,
  matching: Matching<Queen>,
  { values, descending, after, toCursor }: ValueList,
  { first, offset }: PageArgs,
  info: GraphQLResolveInfo,
): Promise<Page<Queen>> {
  const { missingKey, direction, whereAfter } = keyOrder(descending);
  const { rows: found } = await sql<{ id: string; key: number }>`
    select id, key from (
      select q.id, coalesce(v.value, ${missingKey}::float8) as key
      from (select q.id ${fromMatching(em, Queen, matching)}) q left join (${values}) v on v.queen_id = q.id
    ) sorted
    ${whereAfter(after, sql.ref('id'))}
    order by key ${direction}, id limit ${first + 1} offset ${offset ?? 0}`.execute(em.getKysely());
  const shown = found.slice(0, first);
  const rows = await readQueens(
    em,
    shown.map(({ id }) => id),
    info,
  );
  const keys = new Map(shown.map(({ id, key }) => [id, key]));
  const queens = shown.flatMap(({ id }) => rows.get(id) ?? []);
  return pageOf(queens, ({ id }) => toCursor({ key: keys.get(id) as number, queenId: id }), {
    totalCount: () => countRows(em, Queen, matching),
    hasNextPage: found.length > first,
    hasPreviousPage: after !== undefined || (offset ?? 0) > 0,
  });
}

async function readQueens(em: Em, ids: string[], info: GraphQLResolveInfo): Promise<Map<string, Queen>> {
  if (ids.length === 0) return new Map();
  const statement = sql`select q.* from queen q where q.account_id = ${hiddenOwner(em)} and q.id = any(${ids}::uuid[])`;
  const rows = await fetchRowsAsJson(em, Queen, statement, { selection: nodeSelectionOf(info, ['id']) });
  return new Map(rows.map((row) => [row.id, row]));
}
