import DataLoader from 'dataloader';
import type { LoaderFactory } from '../../graphql/context.js';
import { byId } from '../../graphql/by-id.js';
import { groupByKeys } from '../../graphql/group.js';
import { findRows } from '../../graphql/rows.js';
import { sharedLoader } from '../../graphql/shared-loader.js';
import { Apiary } from './apiary.entity.js';
import { Hive } from './hive.entity.js';

/** Apiaries by id; null for an unknown id. */
export const apiaryById: LoaderFactory<string, Apiary | null> = byId(Apiary);

/** Hives by id; null for an unknown id. */
export const hiveById: LoaderFactory<string, Hive | null> = byId(Hive);

/** The hive that each queen heads; null if she heads no hive. */
export const hiveByQueen: LoaderFactory<string, Hive | null> = sharedLoader(async (em, ids) => {
  const rows = await findRows(em, Hive, { queenId: { $in: [...ids] } });
  const found = new Map(rows.map((row) => [row.queenId, row]));
  return ids.map((id) => found.get(id) ?? null);
});

/** Hives of each apiary, sorted by name. */
export const hivesByApiary: LoaderFactory<string, Hive[]> = (em) =>
  new DataLoader(async (ids) => {
    const rows = await findRows(
      em,
      Hive,
      { apiaryId: { $in: [...ids] } },
      { orderBy: { nameOrder: 'asc', id: 'asc' } },
    );
    return groupByKeys(ids, rows, (row) => row.apiaryId);
  });
