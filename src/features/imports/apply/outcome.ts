import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { TRAIT_COLUMNS } from '../../../core/traits.js';
import { QUEEN_FACTS, TEST_FACTS } from '../draft-columns.js';
import { MAX_FINDINGS } from '../findings.js';
import type { ImportCounts, ImportNamedQueens } from '../import.entity.js';
import { drafts, RELATIVES, run, type Scope } from './scope.js';

export const QUEEN_COLUMNS = [
  'external_id',
  'name',
  'name_key',
  ...QUEEN_FACTS,
  'mother_id',
  'father_id',
  'mated_to_id',
] as const;

export const TEST_COLUMNS = ['apiary_id', 'hive_id', ...TEST_FACTS, ...TRAIT_COLUMNS] as const;

/** The counts of an import that writes nothing. */
export const NO_ROWS: ImportCounts = { queens: 0, evaluations: 0, apiaries: 0, hives: 0, breedingValues: 0 };

export interface Outcome {
  /** Queens that are created only because rows name them; absent if the file is a complete export. */
  namedOnly?: ImportNamedQueens;
  created: ImportCounts;
  updated: ImportCounts;
  unchanged: ImportCounts;
}

/** Finds the queens that are created only because rows name them, and the first row that names each queen. */
export async function findNamedOnly(
  scope: Scope,
  headerOf: (member: string) => string | null,
): Promise<ImportNamedQueens> {
  // Small temporary tables have no statistics, so without `materialized`, the planner joins all three tables in nested
  // loops.
  const { rows } = await sql<{ called: string; row: number; field: string; count: number }>`
    with created as materialized (
      select r.value, n.id, coalesce(n.external_id, n.name) as called
      from next_queen n join reference r on r.queen_id = n.id
      where n.is_new and n."row" is null
    )
    select *, (count(*) over ())::integer as count from (
      select distinct on (c.id) c.called, d."row", named.field
      from ${drafts(scope)} ${RELATIVES} join created c on c.value = named.value
      order by c.id, d."row", named.field
    ) found order by "row", called limit ${MAX_FINDINGS}`.execute(scope.db);
  return {
    count: rows[0]?.count ?? 0,
    queens: rows.map(({ called, row, field }) => ({ called, row, column: headerOf(field) })),
  };
}

/** Marks the rows of the account that the import would change. */
export async function markChangedRows(scope: Scope): Promise<void> {
  await markChanged(scope, 'next_queen', 'queen', QUEEN_COLUMNS);
  await markChanged(scope, 'next_evaluation', 'evaluation', TEST_COLUMNS);
}

/** Counts the rows that the import would create, change and leave unchanged. Writes nothing to the account. */
export async function countOutcome(scope: Scope, values: { created: number; unchanged: number }): Promise<Outcome> {
  const { accountId } = scope;
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*) from next_queen where is_new)::integer as queens_created,
      (select count(*) from next_queen where is_changed)::integer as queens_updated,
      (select count(*) from (
        select id from next_queen where not is_new and not is_changed and "row" is not null
        union select queen_id from known where queen_id not in (select id from next_queen where is_changed)
      ) q)::integer as queens_unchanged,
      (select count(*) from next_evaluation where is_new)::integer as tests_created,
      (select count(*) from next_evaluation where is_changed)::integer as tests_updated,
      (select count(*) from next_evaluation where not is_new and not is_changed)::integer +
        (select count(distinct e.id) from (${knownEvaluations(scope)}) e)::integer as tests_unchanged,
      (select count(*) from file_apiary where is_new)::integer as places_created,
      (select count(*) from file_apiary where is_changed)::integer as places_updated,
      (select count(*) from (
        select name from file_apiary where not is_new and not is_changed
        union select a.name from known k join apiary a on a.account_id = ${hidden(accountId)} and a.name = k.apiary
      ) a)::integer as places_unchanged,
      (select count(*) from file_hive where is_new)::integer as hives_created,
      (select count(*) from file_hive d join hive_head h using (hive_id)
        where not d.is_new and h.old_queen_id is distinct from h.queen_id)::integer as hives_updated,
      (select count(*) from (
        select hive_id from file_hive where not is_new
        union
        select h.id from known k
        join hive h on h.account_id = ${hidden(accountId)} and h.name = k.hive
        left join apiary a on a.account_id = h.account_id and a.id = h.apiary_id
        where k.apiary is null or a.name = k.apiary
      ) h)::integer as hives_known`.execute(scope.db);
  const n = (key: string) => rows[0]?.[key] ?? 0;
  const counts = (state: string, hives: number, breedingValues: number): ImportCounts => ({
    queens: n(`queens_${state}`),
    evaluations: n(`tests_${state}`),
    apiaries: n(`places_${state}`),
    hives,
    breedingValues,
  });
  return {
    created: counts('created', n('hives_created'), values.created),
    updated: counts('updated', n('hives_updated'), 0),
    unchanged: counts('unchanged', n('hives_known') - n('hives_updated'), values.unchanged),
  };
}

/**
 * Selects the evaluations in the rows that were skipped because an earlier import contained them. Excludes evaluations
 * that no longer exist.
 */
function knownEvaluations({ accountId }: Scope): RawBuilder<unknown> {
  return sql`
    select e.id from (select distinct queen_id, year, apiary from known where year is not null) k
    cross join lateral (
      select e.id from evaluation e left join apiary a on a.account_id = e.account_id and a.id = e.apiary_id
      where e.account_id = ${hidden(accountId)} and e.queen_id = k.queen_id and e.year = k.year
        and (k.apiary is null or e.apiary_id is null or a.name = k.apiary)
      order by (e.apiary_id is null) <> (k.apiary is null) limit 1
    ) e`;
}

async function markChanged(scope: Scope, next: string, stored: string, columns: readonly string[]): Promise<void> {
  const list = (alias: string) => sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)));
  // If the file adds an identifier to a queen of the account, this also counts as a change.
  const identifiers =
    next === 'next_queen'
      ? sql`or exists (
          select from fact f, jsonb_to_recordset(f.identifiers) as further(system text, value text)
          where f.queen_id = n.id and not exists (
            select from queen_identifier i
            where i.account_id = ${hidden(scope.accountId)} and i.value_key = identifier_key(further.value) and i.system = further.system
          ))`
      : sql``;
  await run(
    scope,
    sql`
      update ${sql.table(next)} n set is_changed = true
      from ${sql.table(stored)} s
      where s.account_id = ${hidden(scope.accountId)} and s.id = n.id and not n.is_new
        and ((${list('n')}) is distinct from (${list('s')}) ${identifiers})`,
  );
}

/**
 * Saves the raw rows, so that a later import recognizes the same file. If an earlier import contained all these rows,
 * they are already saved.
 */
export async function saveRows(scope: Scope): Promise<void> {
  const { accountId, importId } = scope;
  await run(
    scope,
    sql`
      insert into import_row (account_id, queen_id, import_id, "row", digest, cells)
      select ${accountId}::uuid, s.queen_id, ${importId}::uuid, d."row", d.digest, d.cells
      from ${drafts(scope)} join subject s on s."row" = d."row"
      where not exists (select from previous_import)`,
  );
}
