import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { ownerOf } from '../access/owner.js';
import type { LoaderFactory, Loaders } from '../context.js';
import { invalid } from '../errors.js';
import { byId } from '../graphql/by-id.js';
import { group } from '../graphql/group.js';
import { JobStatus } from '../graphql/job-status.js';
import { findRow, findRows, wanted } from '../graphql/rows.js';
import { together } from '../graphql/together.js';
import type { Em } from '../orm.js';
import { BreedingValue } from './breeding-value.entity.js';
import { EbvRun } from './ebv-run.entity.js';
import { newestValues, valuesByQueen as readValues, type PackedValues } from './newest-values.js';

/** The newest completed run; null where there is none. Looked up once in a request. */
export function newestRun(em: Em): () => Promise<EbvRun | null> {
  let run: Promise<EbvRun | null> | undefined;
  return () =>
    (run ??= findRow(
      em,
      EbvRun,
      { status: JobStatus.completed, computedAt: { $ne: null } },
      { orderBy: { computedAt: 'desc', id: 'asc' } },
    ));
}

/** Runs by id; null for an id that the account has not. */
export const runById: LoaderFactory<string, EbvRun | null> = byId(EbvRun);

/**
 * The run that a walk by cursor is in. A walk whose run was deleted on the way does not end as if all had been seen.
 * @throws {ServiceError} `validation_failed` where it is no more
 */
export async function runOfCursor(loaders: Loaders, id: string): Promise<EbvRun> {
  const run = await loaders.get(runById).load(id);
  if (run?.status === JobStatus.completed) return run;
  const message = 'must be a cursor from a run that is still there: begin anew, without a cursor';
  throw invalid([{ path: 'after', message }]);
}

const newestValuesRead: LoaderFactory<string, BreedingValue[]> = together(async (em, ids) => {
  const owner = ownerOf(em);
  const { rows } = await sql<{ packed: string | null }>`
    /* prepared */ select (${newestValues(em, sql`${owner}`, sql`select id, true as pieces from ${wanted(ids)}`, true)})::text as packed`.execute(
    em.getKysely(),
  );
  const text = rows[0]!.packed;
  const found =
    text === null ? new Map<string, BreedingValue[]>() : readValues(em, owner, JSON.parse(text) as PackedValues[]);
  return ids.map((id) => found.get(id) ?? []);
});

/** One of them again, where it came without what it is the sum of: somebody else's question was for the values alone. */
export const withPieces = async (value: BreedingValue, loaders: Loaders): Promise<BreedingValue | undefined> =>
  (await loaders.get(newestValuesRead).load(value.queenId)).find(
    ({ runId, trait, entityType }) => runId === value.runId && trait === value.trait && entityType === value.entityType,
  );

/** A queen's breeding values of the newest completed run, by trait: at once where they came with the request's identity. */
export function newestValuesOf(queenId: string, loaders: Loaders): BreedingValue[] | Promise<BreedingValue[]> {
  return loaders.foreseen?.values?.get(queenId) ?? loaders.get(newestValuesRead).load(queenId);
}

/** Each queen's breeding values of all completed runs, the newest run first, then by trait. */
export const valuesByQueen: LoaderFactory<string, BreedingValue[]> = (em) =>
  new DataLoader(async (ids) => {
    const runs = await findRows(
      em,
      EbvRun,
      { status: JobStatus.completed, computedAt: { $ne: null } },
      { orderBy: { computedAt: 'desc', id: 'asc' } },
    );
    const place = new Map(runs.map(({ id }, index) => [id, index]));
    const rows = await findRows(
      em,
      BreedingValue,
      { queenId: { $in: [...ids] }, runId: { $in: [...place.keys()] } },
      { orderBy: { trait: 'asc', entityType: 'asc' } },
    );
    rows.sort((a, b) => (place.get(a.runId) ?? 0) - (place.get(b.runId) ?? 0));
    return group(ids, rows, (row) => row.queenId);
  });
