import { sql } from 'kysely';
import { requirePermission } from '../../auth/guard.js';
import type { RequestContext } from '../../graphql/context.js';
import type { Import } from './import.entity.js';

/**
 * Requires the permissions that the import needed, because an undo removes the rows that the import created.
 * @throws {ServiceError} `insufficient_permission`
 */
export async function requireUndoPermissions(context: RequestContext, { id, created, updated }: Import): Promise<void> {
  const touched = [created, updated];
  if (touched.some((counts) => counts.evaluations > 0))
    requirePermission(context, { resource: 'evaluations', level: 'write' });
  if (touched.some((counts) => counts.apiaries + counts.hives > 0))
    requirePermission(context, { resource: 'hive', level: 'write' });
  // A restore also creates index weights and breeding-value runs without values. The counts do not include these rows.
  const { rows } = await sql<{ isUncounted: boolean }>`
    select exists (select from ebv_run where account_id = i.account_id and import_id = i.id)
      or exists (select from index_weight where account_id = i.account_id and import_id = i.id) as "isUncounted"
    from import i where i.account_id = ${context.identity?.accountId}::uuid and i.id = ${id}::uuid`.execute(
    context.em.getKysely(),
  );
  if (rows[0]?.isUncounted || touched.some((counts) => counts.breedingValues > 0))
    requirePermission(context, { resource: 'blup', level: 'write' });
}
