import type { EntityName } from '@mikro-orm/core';
import { ServiceError } from '../core/errors.js';
import { onlyRow } from '../db/only-row.js';
import type { Em } from '../db/orm.js';
import { findByIds } from './find.js';

/**
 * Reads rows after a write, in the order of `ids`.
 * @throws {ServiceError} `conflict` if a row was deleted before the request was repeated
 */
export async function reread<Row extends { id: string }>(
  em: Em,
  entity: EntityName<Row>,
  ids: readonly string[],
): Promise<Row[]> {
  const found = await findByIds(em, entity, ids);
  return ids.map((id) => {
    const row = found.get(id);
    if (!row) throw new ServiceError('conflict', 'The row that this request created has been deleted.');
    return row;
  });
}

/** Like `reread`, for a write of one row. */
export async function rereadOne<Row extends { id: string }>(
  em: Em,
  entity: EntityName<Row>,
  ids: readonly string[],
): Promise<Row> {
  return onlyRow(await reread(em, entity, ids));
}
