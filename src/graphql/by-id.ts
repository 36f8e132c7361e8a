import type { EntityName } from '@mikro-orm/core';
import type { LoaderFactory } from './context.js';
import { findByIds } from './find.js';
import { sharedLoader } from './shared-loader.js';

/** A loader of rows by id; null for unknown ids. */
export function byId<Row extends { id: string }>(entity: EntityName<Row>): LoaderFactory<string, Row | null> {
  return sharedLoader(async (em, ids) => {
    const found = await findByIds(em, entity, ids);
    return ids.map((id) => found.get(id) ?? null);
  });
}
