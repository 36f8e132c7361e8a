import DataLoader from 'dataloader';
import type { LoaderFactory } from '../context.js';
import { group } from '../graphql/group.js';
import { QueenIdentifier } from './queen-identifier.entity.js';
import { Queen } from './queen.entity.js';

/** Queens by id; null for an id that the account has not. */
export const queenById: LoaderFactory<string, Queen | null> = (em) =>
  new DataLoader(async (ids) => {
    const queens = await em.find(Queen, { id: { $in: [...ids] } }, { disableIdentityMap: true });
    const found = new Map(queens.map((queen) => [queen.id, queen]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** Identifiers by queen, in the order of their systems. */
export const identifiersByQueen: LoaderFactory<string, QueenIdentifier[]> = (em) =>
  new DataLoader(async (ids) => {
    const rows = await em.find(
      QueenIdentifier,
      { queenId: { $in: [...ids] } },
      { orderBy: { system: 'asc', value: 'asc' }, disableIdentityMap: true },
    );
    return group(ids, rows, (row) => row.queenId);
  });
