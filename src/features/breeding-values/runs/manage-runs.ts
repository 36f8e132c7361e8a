import { sql, type Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { conflict } from '../../../core/errors.js';
import { findById, requireById } from '../../../graphql/find.js';
import { checkMembers } from '../../../validation/check.js';
import { deleteRow } from '../../writes/rows.js';
import { isRefused, type WriteUnit } from '../../writes/write.js';
import { EbvRun } from '../ebv-run.entity.js';
import { DroneGroups } from '../ebv.enums.js';
import { Trait } from '../../evaluations/trait.enums.js';
import type { EbvRunInput } from './run-start.input.js';
import { hasTraitOfOneEffect, runRules, VALIDATION_SEASONS, type RunParameters } from './run.checks.js';
import { deleteValues } from './store-values.js';

const BASE_YEARS = 5;
/** Maximum number of queued and running runs of an account. */
const MAX_OPEN_RUNS = 10;

/** Column of each trait, by the GraphQL name of the trait. The stored parameters contain GraphQL names. */
const COLUMN_OF: Readonly<Record<string, Trait>> = Trait;
const sameNames = Object.fromEntries(Object.keys(COLUMN_OF).map((word) => [word, word]));
const rules = runRules(sameNames, { by_year: DroneGroups.BY_YEAR, by_dam: DroneGroups.BY_DAM });

/**
 * Creates a queued run.
 * @returns the id of the run
 */
export async function startRun(unit: WriteUnit, input: EbvRunInput): Promise<string[]> {
  const { traits, ...others } = input;
  const { value, faults } = checkMembers(rules, others, 'input.');
  unit.faults.push(...faults);
  const requested = traits ?? Object.values(Trait);
  if (requested.length === 0 || new Set(requested).size < requested.length) {
    unit.faults.push({ path: 'input.traits', message: `must be ${rules.traits.what}` });
  }
  if (value.method !== 'animal' && hasTraitOfOneEffect(value.parameters as RunParameters | undefined)) {
    const message = 'must have a "queen" variance above 0 for every trait; 0 is allowed only for the method "animal"';
    unit.faults.push({ path: 'input.parameters', message, code: 'queen_variance_zero' });
  }
  await checkOpenRuns(unit);
  if (isRefused(unit)) return [];
  return [await insertRun(unit.db, unit.accountId, { ...value, traits: requested })];
}

/** Options of a run as `runRules` returns them. */
type RunOptions = Partial<Record<keyof typeof rules, unknown>>;

/**
 * Inserts a queued run. Absent options get their defaults. The caller must send the job that computes the run.
 * @returns the id of the run
 */
export async function insertRun(db: Kysely<unknown>, accountId: string, options: RunOptions = {}): Promise<string> {
  const { method, traits = Object.values(Trait), baseYears, droneGroups, validationSeasons, parameters } = options;
  const id = uuid();
  await sql`
    insert into ebv_run (account_id, id, status, source, method, traits, base_years, drone_groups, validation_seasons, parameters)
    values (${accountId}::uuid, ${id}::uuid, 'queued', 'computed', ${method ?? 'honey_bee'},
      array(select json_array_elements_text(${JSON.stringify(traits)}::json)), ${baseYears ?? BASE_YEARS},
      ${droneGroups ?? DroneGroups.BY_YEAR}, ${validationSeasons ?? VALIDATION_SEASONS},
      ${JSON.stringify(parameters ?? {})}::jsonb)`.execute(db);
  return id;
}

async function checkOpenRuns({ db, accountId, conflicts }: WriteUnit): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ebv_run
    where account_id = ${accountId}::uuid and status in ('queued', 'running')`.execute(db);
  if ((rows[0]?.count ?? 0) < MAX_OPEN_RUNS) return;
  const message = `${MAX_OPEN_RUNS} runs are already queued or running: wait for one to finish, or cancel one`;
  conflicts.push({ path: '', message, code: 'too_many_runs', params: { most: MAX_OPEN_RUNS } });
}

/**
 * Cancels an unfinished run, or deletes a finished run.
 * @returns the cancelled or deleted run
 * @throws {ServiceError} `not_found`, or `conflict` for an imported run
 */
export async function endRun(unit: WriteUnit, id: string): Promise<EbvRun> {
  const run = await requireById(unit.em, EbvRun, id, 'run');
  if (run.importId !== null) {
    const message = 'belongs to an import: undo the import to delete the run';
    throw conflict([{ path: 'id', message, code: 'run_of_import' }]);
  }
  const isThisRun = sql`account_id = ${unit.accountId}::uuid and id = ${run.id}::uuid`;
  if (run.status === 'queued' || run.status === 'running') {
    await sql`update ebv_run set status = 'cancelled' where ${isThisRun}`.execute(unit.db);
    await deleteValues(unit.db, { accountId: unit.accountId, runId: run.id });
    return (await findById(unit.em, EbvRun, id)) as EbvRun;
  }
  await deleteRow(unit, EbvRun, run.id);
  return run;
}
