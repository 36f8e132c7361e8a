import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import type { LoaderFactory, RequestContext } from '../../graphql/context.js';
import { encodeCursor, type CursorValues } from '../../graphql/cursor.js';
import { groupByKeys, groupBy } from '../../graphql/group.js';
import { checkPageArgs, pageOf, readCursor, type Page, type PageArgs } from '../../graphql/paginate.js';
import { findRows, toEntities } from '../../graphql/rows.js';
import type { Em } from '../../db/orm.js';
import { Queen } from './queen.entity.js';
import { BY_NAME } from './queen.order.js';

const ORDER = BY_NAME.map(({ key }) => key).join();

interface DaughtersPage {
  motherId: string;
  first: number;
  /** Position after which the page starts. Null for the first page. */
  after: CursorValues | null;
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
 * A page of the daughters of a mother, sorted by name. The arguments are checked before the batch, so that an invalid
 * argument affects only its own field.
 * @throws {ServiceError} `validation_failed` if an argument is invalid
 */
export function daughtersOf(
  { em, loaders }: Pick<RequestContext, 'em' | 'loaders'>,
  motherId: string,
  { first, after: cursor }: PageArgs,
): Promise<Page<Queen>> {
  checkPageArgs({ first });
  const after = cursor == null ? null : readCursor(em, Queen, BY_NAME, cursor);
  return loaders.get(daughtersPage).load({ motherId, first, after });
}

/**
 * A page of the daughters of each mother, sorted by name. Mothers with the same cursor and page size share one
 * statement.
 */
const daughtersPage: LoaderFactory<DaughtersPage, Page<Queen>> = (em, loaders) =>
  new DataLoader(
    async (pages: readonly DaughtersPage[]) => {
      const daughters = new Map<string, Queen[]>();
      for (const [, samePage] of groupBy(pages, ({ first, after }) => JSON.stringify([first, after]))) {
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

const pageKey = ({ motherId, first, after }: DaughtersPage): string => JSON.stringify([motherId, first, after]);

async function selectDaughters(em: Em, mothers: string[], first: number, after: CursorValues | null): Promise<Queen[]> {
  const [name, id] = after ?? [null, null];
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
    hasPreviousPage: after !== null,
  });
}
