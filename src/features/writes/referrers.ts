import { sql, type RawBuilder } from 'kysely';
import { permits, type Resource } from '../../auth/permissions.js';
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

const MAX_NAMED_REFERRERS = 5;

/** Reports the rows that prevent the deletion of a row. */
export async function reportReferrers(unit: WriteUnit, referrers: readonly Referrers[]): Promise<void> {
  for (const { rows, one, many, resource } of referrers) {
    const found = await sql<{ count: number; examples: string[] }>`
      with referrer as (${rows})
      select (select count(*)::integer from referrer) as count,
             array(select called from referrer order by called limit ${MAX_NAMED_REFERRERS}) as examples`.execute(
      unit.db,
    );
    const { count = 0, examples = [] } = found.rows[0] ?? {};
    if (count === 0) continue;
    if (resource && !permits(unit.permissions, { resource, level: 'read' })) {
      unit.conflicts.push({ path: 'id', message: `has ${many}`, code: 'in_use' });
      continue;
    }
    const named = `${examples.join(', ')}${count > MAX_NAMED_REFERRERS ? ', …' : ''}`;
    const message = `has ${count} ${count === 1 ? one : many} (${named})`;
    unit.conflicts.push({ path: 'id', message, code: 'in_use', params: { count, examples } });
  }
}
