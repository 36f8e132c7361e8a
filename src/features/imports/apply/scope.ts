import type { FaultCode } from '../../../core/fault-codes.js';
import { setImmediate } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { requireOpenAccount } from '../../../db/open-account.js';
import type { ImportKey } from '../findings.js';
import type { Decisions } from '../decisions.checks.js';

/** Pattern of an id of Queenbook. */
export const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** Context of every step. Steps pass rows to later steps in temporary tables of the transaction. */
export interface BaseScope extends ImportKey {
  db: Kysely<unknown>;
  /** Number of rows of the file. */
  rows: number;
  /** Temporary tables of this database session that are empty. */
  emptyTables: Set<string>;
}

/** Context of the steps that import a table. */
export interface Scope extends BaseScope {
  /**
   * Whether rows are inspections of a colony. Several inspections result in one test, with the mean of their scores and
   * the sum of their honey.
   */
  rowsAreVisits: boolean;
  /**
   * Whether the file is an export of Queenbook. In an export, a name without an identifier refers to the queen without
   * an identifier.
   */
  isOwn: boolean;
  decisions: Decisions;
}

/** Runs a statement and returns the number of rows that it wrote. */
export async function run(scope: BaseScope, statement: RawBuilder<unknown>): Promise<number> {
  await checkAccount(scope);
  const { numAffectedRows } = await statement.execute(scope.db);
  return Number(numAffectedRows ?? 0);
}

/** With fewer rows, indexing and analyzing a table takes longer than reading the table without an index. */
const MIN_ROWS_TO_ANALYZE = 200;

/** A check before each statement would take a third of the time of a small import. */
const ACCOUNT_CHECK_INTERVAL_MS = 100;
const lastCheckOf = new WeakMap<BaseScope['db'], number>();

/**
 * Ends the import if the account is being deleted, because the deletion has to wait for the end of this transaction.
 */
async function checkAccount({ db, accountId }: BaseScope): Promise<void> {
  // The embedded database runs in this thread. The pause lets other requests run between statements.
  await setImmediate();
  const now = performance.now();
  if (now - (lastCheckOf.get(db) ?? -Infinity) < ACCOUNT_CHECK_INTERVAL_MS) return;
  await requireOpenAccount(db, accountId);
  lastCheckOf.set(db, now);
}

/** Returns the temporary tables that earlier imports have left in this database session. */
export async function emptyTempTables(db: Kysely<unknown>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = pg_my_temp_schema() and relkind = 'r'`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Fills a temporary table from a query. The rows are deleted at the end of the transaction. Small imports reuse the
 * tables of earlier imports, because on the embedded database, creating a table takes longer than filling it.
 * @param index column to index and analyze if there are many rows
 */
export async function createTempTable(
  scope: BaseScope,
  name: string,
  query: RawBuilder<unknown>,
  index?: string,
): Promise<void> {
  await checkAccount(scope);
  const { db, rows, emptyTables } = scope;
  const table = sql`pg_temp.${sql.id(name)}`;
  const isSmall = rows < MIN_ROWS_TO_ANALYZE;
  if (emptyTables.delete(name) && isSmall) {
    await sql`insert into ${table} ${query}`.execute(db);
    return;
  }
  await sql`drop table if exists ${table}`.execute(db);
  const atCommit = sql.raw(isSmall ? 'delete rows' : 'drop');
  await sql`create temporary table ${sql.id(name)} on commit ${atCommit} as ${query}`.execute(db);
  if (!index || isSmall) return;
  await sql`create index on ${table} (${sql.id(index)})`.execute(db);
  await analyze(scope, name, index);
}

/** Analyzes the join columns. Without statistics, the planner makes wrong estimates for a new table. */
export async function analyze({ db, rows }: BaseScope, name: string, ...columns: string[]): Promise<void> {
  if (rows < MIN_ROWS_TO_ANALYZE) return;
  await sql`analyze ${sql.id(name)} (${sql.join(columns.map((column) => sql.id(column)))})`.execute(db);
}

/** Selects the rows of this import, with the alias `d`. */
export function drafts({ accountId, importId }: ImportKey): RawBuilder<unknown> {
  return sql`(select * from import_draft where account_id = ${accountId}::uuid and import_id = ${importId}::uuid) d`;
}

/**
 * Joins each row `d` with its references to a dam, a sire and a mate. Defines the alias `named(field, value)` of the
 * references.
 */
export const RELATIVES = sql`
  cross join lateral (values ('mother', d.mother), ('father', d.father), ('mated_to', d.mated_to)) as named(field, value)`;

/**
 * Adds errors. The query selects `row`, `field` (member with the error, or null), `message` and, if the message has
 * parameters, `params`.
 * @param code stable code of this kind of error
 */
export async function addFaults(
  scope: BaseScope,
  query: RawBuilder<unknown>,
  code: FaultCode = 'invalid_value',
): Promise<void> {
  await addFindings(scope, query, code, false);
}

/** Adds warnings, which do not stop the import. The query selects the same columns as for {@link addFaults}. */
export async function addWarnings(scope: BaseScope, query: RawBuilder<unknown>, code: FaultCode): Promise<void> {
  await addFindings(scope, query, code, true);
}

async function addFindings(
  scope: BaseScope,
  query: RawBuilder<unknown>,
  code: FaultCode,
  isWarning: boolean,
): Promise<void> {
  await run(
    scope,
    sql`
      insert into fault ("row", field, message, params, code, is_warning)
      select found."row", found.field, found.message, coalesce(to_jsonb(found) -> 'params', '{}'), ${code}, ${isWarning}::boolean
      from (${query}) as found("row", field, message)`,
  );
}
