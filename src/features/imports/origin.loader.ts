import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import type { LoaderFactory } from '../../graphql/context.js';
import { groupByKeys, groupBy } from '../../graphql/group.js';
import type { OriginImport } from './origin.types.js';

interface Row {
  queen_id: string;
  import_id: string;
  filename: string;
  created_at: string;
  headers: string[];
  cells: string[];
}

/** Loads the raw rows that describe a queen, grouped by import, the oldest import first. */
export const originsByQueen: LoaderFactory<string, OriginImport[]> = (em) =>
  new DataLoader(async (ids) => {
    const { rows } = await sql<Row>`
      select r.queen_id, i.id as import_id, i.filename, i.created_at, i.headers, r.cells
      from import_row r
      join import i on i.account_id = r.account_id and i.id = r.import_id
      where r.account_id = ${hiddenOwner(em)} and r.queen_id = any(${ids}::uuid[])
      order by i.created_at, i.id, r.row`.execute(em.getKysely());
    const platform = em.getPlatform();
    return groupByKeys(ids, rows, (row) => row.queen_id).map((mine) =>
      [...groupBy(mine, (row) => row.import_id)].map(([importId, [first, ...others]]) => {
        const { filename, created_at } = first as Row;
        return {
          importId,
          filename,
          importedAt: platform.parseDate(created_at),
          rows: [first as Row, ...others].map(toObject),
        };
      }),
    );
  });

/**
 * Leaves out headers that have no cell in a short row. `fromEntries` turns a header such as `__proto__` into a plain
 * member.
 */
function toObject({ headers, cells }: Row): Record<string, string> {
  return Object.fromEntries(headers.slice(0, cells.length).map((header, index) => [header, cells[index] as string]));
}
