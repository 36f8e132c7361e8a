import type { FaultCode } from '../../../core/fault-codes.js';
import { setImmediate } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { requireOpenAccount } from '../../../db/open-account.js';
import type { ImportKey } from '../findings.js';
import type { Decisions } from '../decisions.checks.js';

/** An id of this service, as a pattern. */
export const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** What every step knows. The steps hand on to each other through temporary tables of the transaction. */
export interface Within extends ImportKey {
  db: Kysely<unknown>;
  /** Of the file. */
  rows: number;
}

/** Besides, what every step of the import of a table knows. */
export interface Scope extends Within {
  /** Scores of several rows are visits of one test: their mean counts, and the sum of their honey. */
  visits: boolean;
  /** Whether this service wrote the file: who has a number is told by it there, and a name is of the queen without one. */
  isOwn: boolean;
  decisions: Decisions;
}

/** Runs a statement and tells how many rows it wrote. */
export async function run(scope: Within, statement: RawBuilder<unknown>): Promise<number> {
  await pause(scope);
  const { numAffectedRows } = await statement.execute(scope.db);
  return Number(numAffectedRows ?? 0);
}

/** With fewer rows, to index and analyze the tables takes longer than to read them from end to end. */
const MIN_ROWS_TO_ANALYZE = 500;

/** A small import has some hundred statements within this time: a look before each would be a third of its work. */
const ACCOUNT_CHECK_INTERVAL_MS = 100;
const lastChecks = new WeakMap<Within['db'], number>();

/** Between statements: a given-up account's import ends here, for its rows can only go once this transaction has. */
async function pause({ db, accountId }: Within): Promise<void> {
  // The embedded database runs in this thread: others get their turn.
  await setImmediate();
  const now = performance.now();
  if (now - (lastChecks.get(db) ?? -Infinity) < ACCOUNT_CHECK_INTERVAL_MS) return;
  await requireOpenAccount(db, accountId);
  lastChecks.set(db, now);
}

/** Makes a temporary table of a query. @param index a column that many rows are indexed and analyzed by */
export async function table(scope: Within, name: string, query: RawBuilder<unknown>, index?: string): Promise<void> {
  await pause(scope);
  await sql`create temporary table ${sql.id(name)} on commit drop as ${query}`.execute(scope.db);
  if (!index || scope.rows < MIN_ROWS_TO_ANALYZE) return;
  await sql`create index on pg_temp.${sql.id(name)} (${sql.id(index)})`.execute(scope.db);
  await analyze(scope, name, index);
}

/** Gathers statistics of the columns that rows are joined by: the planner would guess wrong about a new table. */
export async function analyze({ db, rows }: Within, name: string, ...columns: string[]): Promise<void> {
  if (rows < MIN_ROWS_TO_ANALYZE) return;
  await sql`analyze ${sql.id(name)} (${sql.join(columns.map((column) => sql.id(column)))})`.execute(db);
}

/** The rows of this import, as `d`. */
export function drafts({ accountId, importId }: ImportKey): RawBuilder<unknown> {
  return sql`(select * from import_draft where account_id = ${accountId}::uuid and import_id = ${importId}::uuid) d`;
}

/** What rows say of dam, sire and mate, as `named(field, value)`, beside the rows `d`. */
export const NAMED = sql`
  cross join lateral (values ('mother', d.mother), ('father', d.father), ('mated_to', d.mated_to)) as named(field, value)`;

/**
 * Notes faults; the query selects `row`, `field` (the member at fault, or null), `message` and, if it names
 * anything, `params`.
 * @param code a stable word for this kind of fault
 */
export async function faults(
  scope: Within,
  query: RawBuilder<unknown>,
  code: FaultCode = 'invalid_value',
): Promise<void> {
  await note(scope, query, code, false);
}

/** Notes warnings, which block nothing; the query selects the same as for {@link faults}. */
export async function warnings(scope: Within, query: RawBuilder<unknown>, code: FaultCode): Promise<void> {
  await note(scope, query, code, true);
}

async function note(scope: Within, query: RawBuilder<unknown>, code: FaultCode, isWarning: boolean): Promise<void> {
  await run(
    scope,
    sql`
      insert into fault ("row", field, message, params, code, is_warning)
      select found."row", found.field, found.message, coalesce(to_jsonb(found) -> 'params', '{}'), ${code}, ${isWarning}::boolean
      from (${query}) as found("row", field, message)`,
  );
}
