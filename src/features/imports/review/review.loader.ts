import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { hiddenOwner } from '../../../db/owner.js';
import type { LoaderFactory } from '../../../graphql/context.js';
import type { ImportLeftOut, ImportReview } from './import-row.entity.js';

/** Loads the number of rows of each state; null for an import without a review. */
export const reviewByImport: LoaderFactory<string, ImportReview | null> = (em) =>
  new DataLoader(async (ids) => {
    const { rows } = await sql<ImportReview & { importId: string }>`
      select import_id as "importId",
        count(*) filter (where state = 'new' and "row" is not null)::integer as "new",
        count(*) filter (where state = 'changed' and "row" is not null)::integer as changed,
        count(*) filter (where state = 'unchanged')::integer as unchanged,
        count(*) filter (where state = 'faulty')::integer as faulty,
        count(*) filter (where state = 'set_aside')::integer as "setAside",
        count(*) filter (where state = 'skipped')::integer as skipped,
        count(*) filter (where is_doubtful)::integer as doubtful,
        count(*) filter (where "row" is null)::integer as "withoutRow"
      from import_review where account_id = ${hiddenOwner(em)} and import_id = any(${ids}::uuid[])
      group by import_id`.execute(em.getKysely());
    const found = new Map(rows.map(({ importId, ...review }) => [importId, review]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** Loads the number of rows that the user decided to leave out. */
export const leftOutByImport: LoaderFactory<string, ImportLeftOut> = (em) =>
  new DataLoader(async (ids) => {
    const { rows } = await sql<ImportLeftOut & { importId: string }>`
      select import_id as "importId", count(*)::integer as rows, count(*) filter (where errors <> '[]')::integer as faulty
      from import_review
      where account_id = ${hiddenOwner(em)} and import_id = any(${ids}::uuid[]) and state = 'skipped'
      group by import_id`.execute(em.getKysely());
    const found = new Map(rows.map(({ importId, ...leftOut }) => [importId, leftOut]));
    return ids.map((id) => found.get(id) ?? { rows: 0, faulty: 0 });
  });
