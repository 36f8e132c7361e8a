import { byTrait, sortOf } from '../../../core/traits.js';
import { ownerOf } from '../../../db/owner.js';
import type { RequestContext } from '../../../graphql/context.js';
import { invalid, type Fault } from '../../../core/errors.js';
import { groupBy } from '../../../graphql/group.js';
import { JobStatus } from '../../../graphql/job-status.js';
import { checkPageArgs, emptyPage, pageOf } from '../../../graphql/paginate.js';
import { SortDirection } from '../../../graphql/sort.js';
import { findRows } from '../../../graphql/rows.js';
import type { Em } from '../../../db/orm.js';
import { queenIds } from '../../queens/queen.filter.js';
import { BreedingValue } from '../breeding-value.entity.js';
import { newestRun, runOfCursor } from '../ebv.loader.js';
import { savedWeights } from '../selection-index/saved-weights.js';
import { TRAIT_NAMES, type TraitName } from '../../../core/traits.js';
import { readWeights, weightsWithin, type Weights } from '../selection-index/weights.js';
import { fromCursor, toCursor } from './ranking-cursor.js';
import { rankingPage, ranked, type RankingOrder, type RankingRow } from './ranking-page.js';
import { RankingSortField, type EbvRankingArgs } from './ranking.input.js';
import type { EbvRanking } from './ranking.types.js';

const BEST_FIRST: RankingOrder = { by: 'index', descending: true };

export const ORDERED_BY: Record<RankingSortField, RankingOrder['by']> = {
  INDEX: 'index',
  RELIABILITY: 'reliability',
  ...byTrait(sortOf, (name) => name),
};

/**
 * Returns a page of the queens of the newest completed run, ranked by the selection index. Later pages use the run and
 * the weights of the first page.
 * @throws {ServiceError} `validation_failed`
 */
export async function ebvRanking(args: EbvRankingArgs, { em, loaders }: RequestContext): Promise<EbvRanking> {
  const { entityType, filter, minReliability, first, after, offset } = args;
  const requestedWeights = args.weights == null ? undefined : readWeights(args.weights);
  const order = orderOf(args);
  const place = after == null ? undefined : fromCursor(order, after);
  if (requestedWeights && place && !isSame(requestedWeights, place.weights)) {
    throw invalid([{ path: 'after', message: 'must be a cursor from a ranking by the same weights' }]);
  }
  const run = await (place ? runOfCursor(loaders, place.runId) : loaders.get(newestRun)());
  const weights = place?.weights ?? requestedWeights ?? (await savedWeights(em));
  const effectiveWeights = weightsWithin(weights, run?.traits ?? []);
  const hasPreviousPage = place !== undefined || (offset ?? 0) > 0;
  if (run?.status !== JobStatus.completed || TRAIT_NAMES.every((word) => effectiveWeights[word] === 0)) {
    return { run: run?.status === JobStatus.completed ? run : null, weights, ...emptyPage(hasPreviousPage) };
  }
  const { rows } = await rankingPage({
    accountId: ownerOf(em),
    runId: run.id,
    entityType,
    weights: effectiveWeights,
    queens: filter == null ? undefined : queenIds(em, filter),
    minReliability: minReliability ?? null,
    order,
    after: place,
    offset: offset ?? 0,
    limit: first + 1,
  }).execute(em.getKysely());
  const total = rows[0]?.total ?? 0;
  const found = rows.filter((row): row is RankingRow & { queenId: string } => row.queenId !== null);
  const page = ranked(found).slice(0, first);
  const values = valuesOf(em, { runId: run.id, entityType }, () => page.map(({ queenId }) => queenId));
  const nodes = page.map((row) => ({ ...row, values: () => values(row.queenId) }));
  return {
    run,
    weights,
    ...pageOf(nodes, ({ key, queenId }) => toCursor(order, { runId: run.id, weights, key, queenId }), {
      totalCount: () => Promise.resolve(total),
      hasNextPage: found.length > first,
      hasPreviousPage,
    }),
  };
}

/** @throws {ServiceError} `validation_failed` with all faults */
function orderOf({ sort, minReliability, ...page }: EbvRankingArgs): RankingOrder {
  checkPageArgs(page);
  const faults: Fault[] = [];
  if (minReliability != null && !(minReliability >= 0 && minReliability <= 1)) {
    faults.push({ path: 'minReliability', message: `must be a number from 0 to 1, not ${minReliability}` });
  }
  if (sort && sort.length > 1) faults.push({ path: 'sort', message: 'must name one field' });
  if (faults.length > 0) throw invalid(faults);
  const [requested] = sort ?? [];
  return requested
    ? { by: ORDERED_BY[requested.field], descending: requested.direction === SortDirection.DESC }
    : BEST_FIRST;
}

const isSame = (one: Weights, other: Weights) => TRAIT_NAMES.every((word: TraitName) => one[word] === other[word]);

/** Returns a function that reads the values of all queens of a page at once. */
function valuesOf(
  em: Em,
  where: Partial<BreedingValue>,
  ids: () => string[],
): (id: string) => Promise<BreedingValue[]> {
  let read: Promise<Map<string, BreedingValue[]>> | undefined;
  const all = async () => {
    const rows = await findRows(
      em,
      BreedingValue,
      { ...where, queenId: { $in: ids() } },
      { orderBy: { trait: 'asc' } },
    );
    return groupBy(rows, (row) => row.queenId);
  };
  return async (id) => (await (read ??= all())).get(id) ?? [];
}
