import type { RequestContext } from '../../graphql/context.js';
import { idOrNil } from '../../graphql/ids.js';
import { JobStatus } from '../../graphql/job-status.js';
import { paginate, readCursor, type Page } from '../../graphql/paginate.js';
import { BreedingValue } from './breeding-value.entity.js';
import type { LatestEbvArgs } from './ebv.input.js';
import { newestRun, runOfCursor } from './ebv.loader.js';
import { ebvOrder } from './ebv.order.js';
import type { EbvRun } from './ebv-run.entity.js';

type LatestEbv = Page<BreedingValue> & { run: EbvRun | null };

const NOTHING: LatestEbv = {
  run: null,
  totalCount: () => Promise.resolve(0),
  nodes: [],
  edges: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};

/**
 * A page of the newest completed run, or of the run the cursor is from: while somebody walks through one, another may
 * be completed, and values of the two must not mix.
 * @throws {ServiceError} `validation_failed` for a cursor whose run has been deleted
 */
export async function latestEbv(
  { trait, entityType, queenId, sort, ...page }: LatestEbvArgs,
  { em, loaders }: RequestContext,
): Promise<LatestEbv> {
  const order = ebvOrder(sort);
  const run =
    page.after == null
      ? await loaders.get(newestRun)()
      : await runOfCursor(loaders, String(readCursor(em, BreedingValue, order, page.after)[0]));
  if (run?.status !== JobStatus.completed) return NOTHING;
  const values = {
    runId: run.id,
    ...(trait != null && { trait }),
    ...(entityType != null && { entityType }),
    ...(queenId != null && { queenId: idOrNil(queenId) }),
  };
  return { run, ...(await paginate(em, BreedingValue, { values }, order, page)) };
}
