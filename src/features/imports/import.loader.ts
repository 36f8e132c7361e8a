import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import type { LoaderFactory } from '../../graphql/context.js';
import { groupByKeys } from '../../graphql/group.js';
import { MAX_FINDINGS } from './findings.js';
import type { ImportFinding } from './import.entity.js';

/** Loads the first errors of each import, in the order of its rows. */
export const errorsByImport = findingsByImport(false);
/** Loads the first warnings of each import, in the order of its rows. */
export const warningsByImport = findingsByImport(true);

function findingsByImport(isWarning: boolean): LoaderFactory<string, ImportFinding[]> {
  return (em) =>
    new DataLoader(async (ids) => {
      const { rows } = await sql<ImportFinding & { importId: string }>`
      select finding.import_id as "importId", finding.row, finding.column_name as column, finding.message, finding.code, finding.params
      from unnest(${ids}::uuid[]) as requested (id)
      cross join lateral (
        select * from import_error where account_id = ${hiddenOwner(em)} and import_id = requested.id and is_warning = ${isWarning}::boolean
        order by row, column_name, message limit ${MAX_FINDINGS}
      ) finding
      order by finding.row, finding.column_name, finding.message`.execute(em.getKysely());
      return groupByKeys(ids, rows, (row) => row.importId);
    });
}
