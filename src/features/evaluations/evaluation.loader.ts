import { sql } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import type { LoaderFactory } from '../../graphql/context.js';
import { byId } from '../../graphql/by-id.js';
import { groupByKeys } from '../../graphql/group.js';
import { fetchRowsAsJson } from '../../graphql/rows.js';
import { bySelection } from '../../graphql/selection.js';
import { sharedLoader } from '../../graphql/shared-loader.js';
import { Evaluation } from './evaluation.entity.js';

/** Evaluations by id; null for an unknown id. */
export const evaluationById: LoaderFactory<string, Evaluation | null> = byId(Evaluation);

/**
 * All evaluations of each queen, newest season first. The ids are in a sub-select, so that the query plan does not
 * depend on the number of ids.
 */
export const evaluationsByQueen = bySelection<string, Evaluation[]>(['queenId'], (selection) =>
  sharedLoader(async (em, ids) => {
    const rows = await fetchRowsAsJson(
      em,
      Evaluation,
      sql`
        select * from evaluation
        where account_id = ${hiddenOwner(em)} and queen_id = any((select ${ids}::uuid[])::uuid[])
        order by year desc, id`,
      { prepare: 'prepared', selection },
    );
    return groupByKeys(ids, rows, (row) => row.queenId);
  }),
);
