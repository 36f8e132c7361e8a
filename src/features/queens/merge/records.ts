import { sql, type RawBuilder } from 'kysely';
import { onlyRow } from '../../../db/only-row.js';
import { hidden } from '../../../db/owner.js';
import { permits, type Resource } from '../../../auth/permissions.js';
import { updateFingerprints } from './run-fingerprints.js';
import type { WriteUnit } from '../../writes/write.js';
import { STATUSES_WITHOUT_HIVE } from '../queen.checks.js';
import type { Queen } from '../queen.entity.js';

type AccountDatabase = Pick<WriteUnit, 'db' | 'accountId'>;

/** How many rows of each kind a merge moves from the duplicate to the remaining queen. */
export interface Moves {
  daughters: number;
  daughtersByHerDrones: number;
  matedToHer: number;
  importedRows: number;
  evaluations: number;
  hives: number;
  breedingValues: number;
  /**
   * Number of values of the duplicate that are deleted, because the same run also contains or will store values of the
   * remaining queen. A run has only one set of values for each queen.
   */
  breedingValuesDropped: number;
}

/** Selects the run if it is still running. Such a run will also store values of the remaining queen. */
const openRun = (id: RawBuilder<unknown>, accountId: string) => sql`
  select from ebv_run e where e.account_id = ${accountId}::uuid and e.id = ${id} and e.status = 'running'`;

export async function countMoves({ db, accountId }: WriteUnit, keepId: string, otherId: string): Promise<Moves> {
  const count = (table: string, where: RawBuilder<unknown>) => sql`
    (select count(*)::integer from ${sql.table(table)} r where r.account_id = ${accountId}::uuid and ${where})`;
  const hers = sql`r.queen_id = ${otherId}::uuid`;
  const rival = sql`(exists (
    select from breeding_value v
    where v.account_id = r.account_id and v.run_id = r.run_id and v.queen_id = ${keepId}::uuid
  ) or exists (${openRun(sql.ref('r.run_id'), accountId)}))`;
  const { rows } = await sql<Moves>`
    select
      ${count('queen', sql`r.mother_id = ${otherId}::uuid`)} as daughters,
      ${count('queen', sql`r.father_id = ${otherId}::uuid`)} as "daughtersByHerDrones",
      ${count('queen', sql`r.mated_to_id = ${otherId}::uuid`)} as "matedToHer",
      ${count('import_row', hers)} as "importedRows",
      ${count('evaluation', hers)} as evaluations,
      ${count('hive', hers)} as hives,
      ${count('breeding_value', sql`${hers} and not ${rival}`)} as "breedingValues",
      ${count('breeding_value', sql`${hers} and ${rival}`)} as "breedingValuesDropped"`.execute(db);
  return onlyRow(rows);
}

/** Reports the evaluations and hives of the two records that one queen cannot have together. */
export async function checkRecords(unit: WriteUnit, keep: Queen, other: Queen, status: unknown): Promise<void> {
  await checkEvaluations(unit, keep.id, other.id);
  await checkHives(unit, [keep.id, other.id], String(status));
}

const mayRead = ({ permissions }: WriteUnit, resource: Resource) => permits(permissions, { resource, level: 'read' });

/** An evaluation without an apiary conflicts with every evaluation of the same year. */
async function checkEvaluations(unit: WriteUnit, keepId: string, otherId: string): Promise<void> {
  const { rows } = await sql<{ year: number; ownApiary: string | null; otherApiary: string | null }>`
    select k.year, ka.name as "ownApiary", oa.name as "otherApiary"
    from evaluation k
    join evaluation o on o.account_id = k.account_id and o.queen_id = ${otherId}::uuid and o.year = k.year
      and (o.apiary_id = k.apiary_id or o.apiary_id is null or k.apiary_id is null)
    left join apiary ka on ka.account_id = k.account_id and ka.id = k.apiary_id
    left join apiary oa on oa.account_id = o.account_id and oa.id = o.apiary_id
    where k.account_id = ${hidden(unit.accountId)} and k.queen_id = ${keepId}::uuid
    order by k.year, ka.name, oa.name`.execute(unit.db);
  const conflict = (message: string, params: Record<string, unknown> = {}) =>
    unit.conflicts.push({ path: 'evaluations', message, code: 'records_share_evaluation', params });
  if (rows.length > 0 && !mayRead(unit, 'evaluations')) {
    conflict('both records have an evaluation of the same year and apiary');
    return;
  }
  for (const { year, ownApiary, otherApiary } of rows) {
    const where = mayRead(unit, 'hive') ? atNamed(ownApiary, otherApiary) : atUnnamed(ownApiary, otherApiary);
    conflict(`both records have an evaluation of ${year}${where}: delete one of the two evaluations first`, { year });
  }
}

function atNamed(ownApiary: string | null, otherApiary: string | null): string {
  const at = (apiary: string | null) => (apiary === null ? 'without an apiary' : `at "${apiary}"`);
  return ownApiary === otherApiary ? ` ${at(ownApiary)}` : `, ${at(ownApiary)} and ${at(otherApiary)}`;
}

/** Text for callers who may not read the names of apiaries. */
function atUnnamed(ownApiary: string | null, otherApiary: string | null): string {
  if (ownApiary !== otherApiary) return ', one of them without an apiary';
  return ownApiary === null ? ' without an apiary' : ' at the same apiary';
}

/** A queen heads at most one hive, and none if she is sold, dead or lost. */
async function checkHives(unit: WriteUnit, ids: string[], status: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from hive
    where account_id = ${unit.accountId}::uuid and queen_id = any(${ids}::uuid[]) order by name, id`.execute(unit.db);
  if (rows.length === 0) return;
  const hives = rows.map(({ name }) => name);
  const named = hives.map((name) => `"${name}"`).join(' and ');
  const canReadHives = mayRead(unit, 'hive');
  if (rows.length > 1) {
    const message = `the two records head two hives${canReadHives ? `, ${named}` : ''}, but a queen can head only one`;
    unit.conflicts.push({
      path: 'hive',
      message,
      code: 'records_head_two_hives',
      params: canReadHives ? { hives } : {},
    });
  }
  if (STATUSES_WITHOUT_HIVE.includes(status)) {
    const hive = canReadHives ? named : 'a hive';
    const message = `is "${status}" in one record, but the other record heads ${hive}`;
    unit.conflicts.push({
      path: 'status',
      message,
      code: 'records_differ_in_life',
      params: { status, ...(canReadHives && { hives }) },
    });
  }
}

/** Moves the records of the duplicate to the remaining queen. */
export async function moveRecords({ db, accountId }: WriteUnit, keepId: string, otherId: string): Promise<void> {
  const where = sql`where account_id = ${accountId}::uuid and queen_id = ${otherId}::uuid`;
  for (const table of ['evaluation', 'hive']) {
    await sql`
      update ${sql.table(table)} set queen_id = ${keepId}::uuid, updated_at = now(), edited_at = now() ${where}`.execute(
      db,
    );
  }
  await moveValues({ db, accountId }, keepId, where);
  for (const table of ['import_row', 'queen_identifier']) {
    await sql`update ${sql.table(table)} set queen_id = ${keepId}::uuid ${where}`.execute(db);
  }
  await moveChanges({ db, accountId }, keepId, otherId);
}

/**
 * Moves breeding values, or deletes them (see `breedingValuesDropped`). Updates the fingerprints of the runs, so that a
 * later import of the same file still recognizes these runs.
 */
async function moveValues(
  { db, accountId }: AccountDatabase,
  keepId: string,
  where: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select distinct run_id as id from breeding_value ${where}`.execute(db);
  if (rows.length === 0) return;
  await sql`
    delete from breeding_value ${where} and (run_id in (
      select run_id from breeding_value where account_id = ${accountId}::uuid and queen_id = ${keepId}::uuid
    ) or exists (${openRun(sql.ref('breeding_value.run_id'), accountId)}))`.execute(db);
  await sql`update breeding_value set queen_id = ${keepId}::uuid ${where}`.execute(db);
  const ids = sql`select unnest(${rows.map(({ id }) => id)}::uuid[])`;
  await updateFingerprints(accountId, ids).execute(db);
}

/**
 * Moves the change history of the duplicate. If an import created or changed the duplicate, the history then states
 * that this import changed the remaining queen. An undo of the import uses this history.
 */
async function moveChanges({ db, accountId }: AccountDatabase, keepId: string, otherId: string) {
  await sql`
    insert into import_change (account_id, import_id, kind, row_id, before)
    select k.account_id, i.id, 'queen', k.id, to_jsonb(k)
    from queen k join import i on i.account_id = k.account_id
    where k.account_id = ${hidden(accountId)} and k.id = ${keepId}::uuid and (
      i.id = (select import_id from queen where account_id = ${accountId}::uuid and id = ${otherId}::uuid)
      or exists (
        select from import_change c
        where c.account_id = i.account_id and c.import_id = i.id and c.kind = 'queen' and c.row_id = ${otherId}::uuid))
    on conflict do nothing`.execute(db);
  await sql`
    delete from import_change
    where account_id = ${accountId}::uuid and kind = 'queen' and row_id = ${otherId}::uuid`.execute(db);
}
