import { sql, type Kysely, type RawBuilder } from 'kysely';
import { permits, type Resource } from '../../auth/permissions.js';
import { onlyRow } from '../../db/only-row.js';
import type { WriteUnit } from './write.js';

/** Rows of one kind that refer to the row to delete, and therefore prevent the deletion. */
export interface Referrers {
  /** SQL that selects the name of each row as the column `called`. */
  rows: RawBuilder<unknown>;
  /** Noun in the singular. */
  one: string;
  many: string;
  /**
   * Resource of the rows, if it differs from the resource of the deleted row. Callers who may not read this resource
   * learn neither the names nor the number of the rows.
   */
  resource?: Resource;
}

const MAX_EXAMPLES = 5;

/**
 * Counts the rows of a query, and returns the names of the first ones.
 * @param rows SQL that selects the name of each row as the column `called`
 * @returns `names` as a list; if it is not complete, it ends with `…`
 */
export async function countNamed(
  db: Kysely<unknown>,
  rows: RawBuilder<unknown>,
): Promise<{ count: number; examples: string[]; names: string[] }> {
  const found = await sql<{ count: number; examples: string[] }>`
    with named as (${rows})
    select (select count(*)::integer from named) as count,
           array(select called from named order by called limit ${MAX_EXAMPLES}) as examples`.execute(db);
  const { count, examples } = onlyRow(found.rows);
  return { count, examples, names: count > MAX_EXAMPLES ? [...examples, '…'] : examples };
}

/** Reports the rows that prevent the deletion of a row. */
export async function reportReferrers(unit: WriteUnit, referrers: readonly Referrers[]): Promise<void> {
  for (const { rows, one, many, resource } of referrers) {
    const { count, examples, names } = await countNamed(unit.db, rows);
    if (count === 0) continue;
    if (resource && !permits(unit.permissions, { resource, level: 'read' })) {
      unit.conflicts.push({ path: 'id', message: `has ${many}`, code: 'in_use' });
      continue;
    }
    const message = `has ${count} ${count === 1 ? one : many} (${names.join(', ')})`;
    unit.conflicts.push({ path: 'id', message, code: 'in_use', params: { count, examples } });
  }
}
