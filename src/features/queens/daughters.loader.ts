import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import type { LoaderFactory } from '../../graphql/context.js';
import { encodeCursor } from '../../graphql/cursor.js';
import { groupByKeys, groupBy } from '../../graphql/group.js';
import { MAX_PAGE_ROWS, pageOf, readCursor, type Page } from '../../graphql/paginate.js';
import { findRows, toEntities } from '../../graphql/rows.js';
import { invalid } from '../../core/errors.js';
import type { Em } from '../../db/orm.js';
import { Queen } from './queen.entity.js';
import { BY_NAME } from './queen.order.js';

const ORDER = BY_NAME.map(({ key }) => key).join();

export interface DaughtersPage {
  motherId: string;
  first: number;
  after?: string | null;
}

/** All daughters of each mother, sorted by name. */
export const daughtersByMother: LoaderFactory<string, Queen[]> = (em) =>
  new DataLoader(async (ids) => {
    const rows = await findRows(
      em,
      Queen,
      { motherId: { $in: [...ids] } },
      { orderBy: { nameOrder: 'asc', id: 'asc' } },
    );
    return groupByKeys(ids, rows, (row) => row.motherId);
  });

/** Number of daughters of each mother. */
const daughterCount: LoaderFactory<string, number> = (em) =>
  new DataLoader(async (ids) => {
    const { rows } = await sql<{ mother_id: string; count: number }>`
      select mother_id, count(*)::integer as count from queen
      where account_id = ${hiddenOwner(em)} and mother_id = any(${ids}::uuid[])
      group by mother_id`.execute(em.getKysely());
    const counts = new Map(rows.map(({ mother_id, count }) => [mother_id, count]));
    return ids.map((id) => counts.get(id) ?? 0);
  });

/**
 * A page of the daughters of each mother, sorted by name. Mothers with the same cursor and page size share one
 * statement.
 */
export const daughtersPage: LoaderFactory<DaughtersPage, Page<Queen>> = (em, loaders) =>
  new DataLoader(
    async (pages: readonly DaughtersPage[]) => {
      const daughters = new Map<string, Queen[]>();
      for (const [, samePage] of groupBy(pages, ({ first, after }) => `${first} ${after ?? ''}`)) {
        const ids = samePage.map(({ motherId }) => motherId);
        const [{ first, after }] = samePage as [DaughtersPage];
        const groups = groupByKeys(ids, await selectDaughters(em, ids, first, after), (row) => row.motherId);
        samePage.forEach((page, index) => daughters.set(pageKey(page), groups[index] as Queen[]));
      }
      return pages.map((page) =>
        toPage(page, daughters.get(pageKey(page)) ?? [], () => loaders.get(daughterCount).load(page.motherId)),
      );
    },
    { cacheKeyFn: pageKey },
  );

const pageKey = ({ motherId, first, after }: DaughtersPage): string => `${motherId} ${first} ${after ?? ''}`;

async function selectDaughters(em: Em, mothers: string[], first: number, after?: string | null): Promise<Queen[]> {
  if (first < 1 || first > MAX_PAGE_ROWS) {
    throw invalid([{ path: 'first', message: `must be a whole number from 1 to ${MAX_PAGE_ROWS}, not ${first}` }]);
  }
  const [name, id] = after == null ? [null, null] : readCursor(em, Queen, BY_NAME, after);
  const { rows } = await sql<Record<string, unknown>>`
    select daughter.*
    from unnest(${mothers}::uuid[]) as mother (id)
    cross join lateral (
      select * from queen
      where account_id = ${hiddenOwner(em)} and mother_id = mother.id
        and (${name}::text is null or (name_order, id) > (${name}::text collate "C", ${id}::uuid))
      order by name_order, id
      limit ${first + 1}
    ) daughter`.execute(em.getKysely());
  return toEntities(em, Queen, rows);
}

function toPage({ first, after }: DaughtersPage, rows: Queen[], totalCount: () => Promise<number>): Page<Queen> {
  return pageOf(rows.slice(0, first), ({ nameOrder, id }) => encodeCursor(ORDER, [nameOrder, id]), {
    totalCount,
    hasNextPage: rows.length > first,
    hasPreviousPage: after != null,
  });
}
