import type { EntityName, FilterQuery } from '@mikro-orm/core';
import { ServiceError } from '../errors.js';
import type { Em } from '../orm.js';

/**
 * Rows as they stand after a write, in the order of their ids.
 * @throws {ServiceError} `conflict` where one is gone: its request came again, and meanwhile it was deleted
 */
export async function reread<Row extends { id: string }>(
  em: Em,
  entity: EntityName<Row>,
  ids: readonly string[],
): Promise<Row[]> {
  const where = { id: { $in: [...ids] } } as unknown as FilterQuery<NoInfer<Row>>;
  const rows = (await em.find(entity, where, { disableIdentityMap: true })) as Row[];
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    if (!row) throw new ServiceError('conflict', 'What this request made has been deleted since.');
    return row;
  });
}
