import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import type { LoaderFactory, Loaders } from '../../graphql/context.js';
import { invalid } from '../../core/errors.js';
import { byId } from '../../graphql/by-id.js';
import { groupByKeys } from '../../graphql/group.js';
import { JobStatus } from '../../graphql/job-status.js';
import { findRow, findRows, fetchRowsAsJson, wantedIds } from '../../graphql/rows.js';
import { bySelection } from '../../graphql/selection.js';
import { sharedLoader } from '../../graphql/shared-loader.js';
import type { Em } from '../../db/orm.js';
import { BreedingValue } from './breeding-value.entity.js';
import { EbvRun } from './ebv-run.entity.js';

/** Condition of completed runs, and their order. */
export const COMPLETED = { status: JobStatus.completed, computedAt: { $ne: null } } as const;
export const NEWEST_FIRST = { orderBy: { computedAt: 'desc', id: 'asc' } } as const;

/** Returns a function that reads the newest completed run once for each request; null if there is none. */
export function newestRun(em: Em): () => Promise<EbvRun | null> {
  let run: Promise<EbvRun | null> | undefined;
  return () => (run ??= findRow(em, EbvRun, COMPLETED, NEWEST_FIRST));
}

export const runById: LoaderFactory<string, EbvRun | null> = byId(EbvRun);

/**
 * Returns the run of a cursor. Throws if the run was deleted, because an empty page would look like the end of the
 * list.
 * @throws {ServiceError} `validation_failed` if the run no longer exists
 */
export async function runOfCursor(loaders: Loaders, id: string): Promise<EbvRun> {
  const run = await loaders.get(runById).load(id);
  if (run?.status === JobStatus.completed) return run;
  const message = 'must be a cursor from a run that still exists; start again without a cursor';
  throw invalid([{ path: 'after', message }]);
}

/** Breeding values of each queen in the newest completed run, sorted by trait. */
export const newestValuesByQueen = bySelection<string, BreedingValue[]>(['queenId'], (selection) =>
  sharedLoader(async (em, ids) => {
    const owner = hiddenOwner(em);
    const rows = await fetchRowsAsJson(
      em,
      BreedingValue,
      sql`
      select q.* from ${wantedIds(ids)}
      cross join lateral (
        select * from breeding_value
        where account_id = ${owner} and queen_id = wanted.id and run_id = (
          select id from ebv_run
          where account_id = ${owner} and status = ${sql.lit(JobStatus.completed)} and computed_at is not null
          order by computed_at desc, id limit 1
        )
        order by trait, entity_type
      ) q`,
      { prepare: 'prepared', selection },
    );
    return groupByKeys(ids, rows, (row) => row.queenId);
  }),
);

/** Breeding values of each queen in all completed runs, newest run first, then by trait. */
export const valuesByQueen: LoaderFactory<string, BreedingValue[]> = (em) =>
  new DataLoader(async (ids) => {
    const runs = await findRows(em, EbvRun, COMPLETED, NEWEST_FIRST);
    const place = new Map(runs.map(({ id }, index) => [id, index]));
    const rows = await findRows(
      em,
      BreedingValue,
      { queenId: { $in: [...ids] }, runId: { $in: [...place.keys()] } },
      { orderBy: { trait: 'asc', entityType: 'asc' } },
    );
    rows.sort((a, b) => (place.get(a.runId) ?? 0) - (place.get(b.runId) ?? 0));
    return groupByKeys(ids, rows, (row) => row.queenId);
  });
