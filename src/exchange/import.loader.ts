import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { ownerOf } from '../access/owner.js';
import type { LoaderFactory } from '../context.js';
import { group } from '../graphql/group.js';
import type { ImportFault } from './import.entity.js';

const MOST_FAULTS = 1000;

/** The first faults of each import, in the order of its rows. */
export const faultsByImport: LoaderFactory<string, ImportFault[]> = (em) =>
  new DataLoader(async (ids) => {
    const { rows } = await sql<ImportFault & { importId: string }>`
      select fault.import_id as "importId", fault.row, fault.column_name as column, fault.message
      from unnest(${ids}::uuid[]) as asked (id)
      cross join lateral (
        select * from import_error where account_id = ${ownerOf(em)} and import_id = asked.id
        order by row, column_name limit ${MOST_FAULTS}
      ) fault`.execute(em.getKysely());
    return group(ids, rows, (row) => row.importId);
  });
