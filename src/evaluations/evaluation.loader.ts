import DataLoader from 'dataloader';
import type { LoaderFactory } from '../context.js';
import { group } from '../graphql/group.js';
import { Evaluation } from './evaluation.entity.js';

/** All evaluations of each queen, newest season first. */
export const evaluationsByQueen: LoaderFactory<string, Evaluation[]> = (em) =>
  new DataLoader(async (ids) => {
    const rows = await em.find(
      Evaluation,
      { queenId: { $in: [...ids] } },
      { orderBy: { year: 'desc', id: 'asc' }, disableIdentityMap: true },
    );
    return group(ids, rows, (row) => row.queenId);
  });
