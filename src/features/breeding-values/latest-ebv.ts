import type { RequestContext } from '../../graphql/context.js';
import { idOrNil } from '../../graphql/ids.js';
import { JobStatus } from '../../graphql/job-status.js';
import { emptyPage, paginate, readCursor, type Page } from '../../graphql/paginate.js';
import { BreedingValue } from './breeding-value.entity.js';
import type { LatestEbvArgs } from './ebv.input.js';
import { newestRun, runOfCursor } from './ebv.loader.js';
import { ebvOrder } from './ebv.order.js';
import type { EbvRun } from './ebv-run.entity.js';

type LatestEbv = Page<BreedingValue> & { run: EbvRun | null };

/**
 * Returns a page of values of the newest completed run. A request with a cursor uses the run of the cursor, so that all
 * pages of a list are from one run.
 * @throws {ServiceError} `validation_failed` if the run of the cursor was deleted
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
  if (run?.status !== JobStatus.completed) return { run: null, ...emptyPage(false) };
  const values = {
    runId: run.id,
    ...(trait != null && { trait }),
    ...(entityType != null && { entityType }),
    ...(queenId != null && { queenId: idOrNil(queenId) }),
  };
  return { run, ...(await paginate(em, BreedingValue, { values }, order, page)) };
}
