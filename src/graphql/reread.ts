import type { EntityName } from '@mikro-orm/core';
import { ServiceError } from '../core/errors.js';
import type { Em } from '../db/orm.js';
import { findByIds } from './find.js';

/**
 * Rows as they stand after a write, in the order of their ids.
 * @throws {ServiceError} `conflict` where one is gone: its request came again, and meanwhile it was deleted
 */
export async function reread<Row extends { id: string }>(
  em: Em,
  entity: EntityName<Row>,
  ids: readonly string[],
): Promise<Row[]> {
  const found = await findByIds(em, entity, ids);
  return ids.map((id) => {
    const row = found.get(id);
    if (!row) throw new ServiceError('conflict', 'What this request made has been deleted since.');
    return row;
  });
}
