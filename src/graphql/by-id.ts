import type { EntityName, FilterQuery } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import type { LoaderFactory } from '../context.js';

/** Rows by id; null for an id that the account has not. */
export function byId<Row extends { id: string }>(entity: EntityName<Row>): LoaderFactory<string, Row | null> {
  return (em) =>
    new DataLoader(async (ids) => {
      const where = { id: { $in: [...ids] } } as object as FilterQuery<NoInfer<Row>>;
      const rows = (await em.find(entity, where, { disableIdentityMap: true })) as Row[];
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => found.get(id) ?? null);
    });
}
