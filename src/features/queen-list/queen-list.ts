import type { GraphQLResolveInfo } from 'graphql';
import { TRAIT_OF_COLUMN } from '../../core/traits.js';
import type { Em } from '../../db/orm.js';
import type { RequestContext } from '../../graphql/context.js';
import { decodeCursor, encodeCursor } from '../../graphql/cursor.js';
import { NIL_UUID } from '../../graphql/ids.js';
import type { Matching } from '../../graphql/matching.js';
import { checkPageArgs, paginate, type Page } from '../../graphql/paginate.js';
import { SortDirection } from '../../graphql/sort.js';
import { newestRun, runOfCursor } from '../breeding-values/ebv.loader.js';
import { fromCursor, toCursor, type RankingPosition } from '../breeding-values/ranking/ranking-cursor.js';
import { ORDERED_BY } from '../breeding-values/ranking/ranking.js';
import { savedWeights } from '../breeding-values/selection-index/saved-weights.js';
import { weightsWithin, type Weights } from '../breeding-values/selection-index/weights.js';
import { Queen } from '../queens/queen.entity.js';
import { queenConditions } from '../queens/queen.filter.js';
import { queenOrder } from '../queens/queen.order.js';
import type { QueenListArgs, QueenScoreSort } from './queen-list.input.js';
import { scoreConditions, scoresBy, valueConditions, valuesBy, type ValuesOfRun } from './queen-values.js';
import { valuePage, type ValueList } from './value-page.js';

/** Name of this list. The cursors of the list contain it. */
const LIST = 'queens';

/**
 * Returns a page of queens, sorted by their own columns, by a value of a run, or by a result of the last evaluation.
 * @throws {ServiceError} `validation_failed`
 */
export async function queenList(
  args: QueenListArgs,
  context: RequestContext,
  info: GraphQLResolveInfo,
): Promise<Page<Queen>> {
  checkPageArgs(args);
  const { filter, sort, minIndex, minValues, minScores, sortByValue, sortByScore, ...page } = args;
  const { em } = context;
  const order = sortByValue && {
    by: ORDERED_BY[sortByValue.field],
    descending: sortByValue.direction === SortDirection.DESC,
  };
  const place = order && page.after != null ? fromCursor(order, page.after, LIST) : undefined;
  const run = order || minIndex != null || minValues != null ? await valuesOfRun(context, place) : null;
  const own = queenConditions(em, filter);
  const conditions = [
    ...(own.conditions ?? []),
    ...scoreConditions(em, minScores),
    ...(run ? valueConditions(em, run, minIndex, minValues) : []),
  ];
  const matching: Matching<Queen> = { ...own, conditions };
  if (order && run) {
    const list: ValueList = {
      values: valuesBy(em, order.by, run),
      descending: order.descending,
      after: place,
      toCursor: (position) => toCursor(order, { runId: run.runId, weights: run.saved, ...position }, LIST),
    };
    return valuePage(em, matching, list, page, info);
  }
  if (sortByScore) return valuePage(em, matching, byScore(em, sortByScore, page.after), page, info);
  return paginate(em, Queen, matching, queenOrder(sort), page, info);
}

/** Returns the run and weights of the cursor. Without a cursor, returns the newest run and the saved weights. */
async function valuesOfRun(
  { em, loaders }: RequestContext,
  place: RankingPosition | undefined,
): Promise<ValuesOfRun & { saved: Weights }> {
  const isOfRun = place !== undefined && place.runId !== NIL_UUID;
  const run = isOfRun ? await runOfCursor(loaders, place.runId) : place ? null : await loaders.get(newestRun)();
  const saved = place?.weights ?? (await savedWeights(em));
  return { runId: run?.id ?? NIL_UUID, weights: weightsWithin(saved, run?.traits ?? []), saved };
}

function byScore(em: Em, { trait, direction }: QueenScoreSort, after: string | null | undefined): ValueList {
  const name = TRAIT_OF_COLUMN[trait];
  const descending = direction === SortDirection.DESC;
  const order = `${LIST}:score:${descending ? '-' : ''}${name}`;
  const place = after == null ? undefined : decodeCursor(order, after, [{ type: 'double' }, { type: 'uuid' }]);
  return {
    values: scoresBy(em, name),
    descending,
    after: place && { key: place[0] as number, queenId: place[1] as string },
    toCursor: ({ key, queenId }) => encodeCursor(order, [key, queenId]),
  };
}
