import { sql, type RawBuilder } from 'kysely';
import { permits, type Resource } from '../../auth/permissions.js';
import type { Unit } from './write.js';

/** Rows that refer to one that is to go. */
export interface Referrers {
  /** Selects `called`, how each is named. */
  rows: RawBuilder<unknown>;
  /** What they are. */
  one: string;
  many: string;
  /** Of another resource than the row's own: who may not read it is not told which, or how many. */
  resource?: Resource;
}

const NAMED = 5;

/** Notes in the unit what refers to a row that is to go: it stands in the way. */
export async function noteReferrers(unit: Unit, referrers: readonly Referrers[]): Promise<void> {
  for (const { rows, one, many, resource } of referrers) {
    const found = await sql<{ count: number; examples: string[] }>`
      with referrer as (${rows})
      select (select count(*)::integer from referrer) as count,
             array(select called from referrer order by called limit ${NAMED}) as examples`.execute(unit.db);
    const { count = 0, examples = [] } = found.rows[0] ?? {};
    if (count === 0) continue;
    if (resource && !permits(unit.permissions, { resource, level: 'read' })) {
      unit.conflicts.push({ path: 'id', message: `has ${many}`, code: 'in_use' });
      continue;
    }
    const named = `${examples.join(', ')}${count > NAMED ? ', …' : ''}`;
    const message = `has ${count} ${count === 1 ? one : many} (${named})`;
    unit.conflicts.push({ path: 'id', message, code: 'in_use', params: { count, examples } });
  }
}
