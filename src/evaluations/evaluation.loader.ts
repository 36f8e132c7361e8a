import { sql } from 'kysely';
import { ownerOf } from '../access/owner.js';
import type { LoaderFactory } from '../context.js';
import { byId } from '../graphql/by-id.js';
import { group } from '../graphql/group.js';
import { readPacked, wanted } from '../graphql/rows.js';
import { together } from '../graphql/together.js';
import { Evaluation } from './evaluation.entity.js';

/** Evaluations by id; null for an id that the account has not. */
export const evaluationById: LoaderFactory<string, Evaluation | null> = byId(Evaluation);

/** All evaluations of each queen, newest season first. */
export const evaluationsByQueen: LoaderFactory<string, Evaluation[]> = together(async (em, ids) => {
  const rows = await readPacked(
    em,
    Evaluation,
    sql`
      select q.* from ${wanted(ids)}
      cross join lateral (
        select * from evaluation where account_id = ${ownerOf(em)} and queen_id = wanted.id order by year desc, id
      ) q`,
    { isPrepared: true },
  );
  return group(ids, rows, (row) => row.queenId);
});
