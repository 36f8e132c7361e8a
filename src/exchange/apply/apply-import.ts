import { sql, type Kysely } from 'kysely';
import type { Em } from '../../orm.js';
import type { ImportKey } from '../staging.js';
import { lockPedigree } from '../../pedigree/lock.js';
import { completeImport } from './complete.js';
import { linkFamilies } from './family.js';
import { gatherFacts } from './facts.js';
import { checkLineage } from './lineage.js';
import { countOutcome, keepRows, type Outcome } from './outcome.js';
import { setAsideKnownFile } from './known-file.js';
import { findPlaces } from './places.js';
import { findReferences } from './references.js';
import type { Scope } from './scope.js';
import { findSubjects } from './subjects.js';
import { gatherTests } from './tests.js';
import { gatherValues, writeValues } from './values.js';
import { writeAll } from './write.js';

export interface Fault {
  row: number | null;
  /** The draft's member at fault, or null where the whole row is. */
  field: string | null;
  message: string;
}

export type Result = { faults: Fault[]; faultCount: number } | { outcome: Outcome };

export interface ApplyOptions {
  dryRun: boolean;
  format: string;
  saysGeneration: boolean;
  /** Called between steps with a fraction from 0 to 1. */
  progress: (fraction: number) => Promise<void>;
}

/** How many faults are told one by one. */
export const MAX_FAULTS = 1000;

/** Ends the transaction without a trace in the account, and carries out what was found. */
class RolledBack extends Error {
  constructor(readonly result: Result) {
    super('rolled back on purpose');
  }
}

const STEPS = [
  findSubjects,
  setAsideKnownFile,
  gatherFacts,
  findReferences,
  linkFamilies,
  checkLineage,
  findPlaces,
  gatherTests,
];

/**
 * Brings staged rows into the account: all of them or, where a row is at fault or the run is dry, none. Every step is
 * one of a few statements over all rows at once, so that memory does not grow with the file.
 * @returns undefined where another process is at it already
 */
export async function applyImport(em: Em, key: ImportKey, options: ApplyOptions): Promise<Result | undefined> {
  try {
    return await em.transactional(async (tx) => {
      const db = tx.getKysely<unknown>() as Kysely<unknown>;
      if (!(await lock(db, key))) return undefined;
      const scope: Scope = {
        ...key,
        db,
        visits: options.format === 'stockkarten',
        saysGeneration: options.saysGeneration,
      };
      await prepare(db);
      for (const [index, step] of STEPS.entries()) {
        await step(scope);
        await options.progress((index + 1) / (STEPS.length + 3));
      }
      const values = await gatherValues(scope);
      const found = await collectFaults(scope);
      if (found) throw new RolledBack(found);
      const outcome = await countOutcome(scope, values);
      if (options.dryRun) throw new RolledBack({ outcome });
      await options.progress(0.8);
      await writeAll(scope);
      await writeValues(scope, values);
      await keepRows(scope);
      await completeImport(db, key, outcome, true);
      return { outcome };
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
}

/** Compiling these statements would take longer than running them; without statistics they would run for ever. */
async function prepare(db: Kysely<unknown>): Promise<void> {
  await sql`set local jit = off`.execute(db);
  await sql`set local work_mem = '64MB'`.execute(db);
  await sql`analyze import_draft (account_id, import_id, "row", external_id, name, mother, father, mated_to, year)`.execute(
    db,
  );
  await sql`create temporary table fault ("row" integer, field text, message text) on commit drop`.execute(db);
}

/** The pedigree is written by one at a time; the import by nobody else, and not again. */
async function lock(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${importId}, 0)) as taken`.execute(db);
  if (!rows[0]?.taken) return false;
  await lockPedigree(db, accountId);
  const state = await sql`
    select 1 from import where account_id = ${accountId}::uuid and id = ${importId}::uuid and status in ('queued', 'running')
  `.execute(db);
  return state.rows.length > 0;
}

async function collectFaults({ db, accountId, importId }: Scope): Promise<Result | undefined> {
  const { rows } = await sql<Fault & { count: number }>`
    select distinct "row", field, message, (select count(distinct ("row", field, message))::integer from fault) as count
    from fault order by "row", field, message limit ${MAX_FAULTS}`.execute(db);
  const read = await sql<{ count: number }>`
    select count(*)::integer as count from import_error
    where account_id = ${accountId}::uuid and import_id = ${importId}::uuid`.execute(db);
  const readCount = read.rows[0]?.count ?? 0;
  if (rows.length === 0 && readCount === 0) return undefined;
  return {
    faults: rows.map(({ row, field, message }) => ({ row, field, message })),
    faultCount: readCount + (rows[0]?.count ?? 0),
  };
}
