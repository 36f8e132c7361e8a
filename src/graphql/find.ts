import type { EntityName, FilterQuery } from '@mikro-orm/core';
import type { Em } from '../orm.js';
import { asId } from './ids.js';

/** One row of the account by its id, for reading; null where there is none, also for a text that cannot be an id. */
export async function findById<Row extends { id: string }>(
  em: Em,
  entity: EntityName<Row>,
  id: string,
  besides: object = {},
): Promise<Row | null> {
  const known = asId(id);
  if (known === null) return null;
  const where = { ...besides, id: known } as FilterQuery<NoInfer<Row>>;
  return (await em.findOne(entity, where, { disableIdentityMap: true })) as Row | null;
}
