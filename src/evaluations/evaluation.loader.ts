import DataLoader from 'dataloader';
import type { LoaderFactory } from '../context.js';
import { byId } from '../graphql/by-id.js';
import { group } from '../graphql/group.js';
import { findRows } from '../graphql/rows.js';
import { Evaluation } from './evaluation.entity.js';

/** Evaluations by id; null for an id that the account has not. */
export const evaluationById: LoaderFactory<string, Evaluation | null> = byId(Evaluation);

/** All evaluations of each queen, newest season first. */
export const evaluationsByQueen: LoaderFactory<string, Evaluation[]> = (em) =>
  new DataLoader(async (ids) => {
    const rows = await findRows(
      em,
      Evaluation,
      { queenId: { $in: [...ids] } },
      { orderBy: { year: 'desc', id: 'asc' } },
    );
    return group(ids, rows, (row) => row.queenId);
  });
