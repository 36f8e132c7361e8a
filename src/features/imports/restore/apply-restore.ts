import { sql, type RawBuilder } from 'kysely';
import { onlyRow } from '../../../db/only-row.js';
import type { Em } from '../../../db/orm.js';
import { applyInTransaction, type TransactionOptions, type ApplyResult } from '../apply/apply-in-transaction.js';
import { NO_ROWS, type Outcome } from '../apply/outcome.js';
import { addFaults, emptyTempTables, run, type BaseScope } from '../apply/scope.js';
import { updateFingerprints } from '../../queens/merge/run-fingerprints.js';
import type { ImportKey } from '../findings.js';
import { checkRows } from './checks.js';
import { checkCycles } from './cycles.js';
import { isEmpty, NOT_EMPTY } from './stage-export.js';
import { RESTORE_TABLES, createRestoreTables, tableOfSection, type RestoreTable } from './tables.js';

/**
 * Restores a whole export into an empty account, or nothing if a row has an error or the import is a dry run. Rows get
 * new ids in the order of the file, and references are updated.
 * @returns the result; undefined if the import had already ended
 */
export function applyRestore(
  em: Em,
  key: ImportKey,
  options: TransactionOptions & { rows: number },
): Promise<ApplyResult | undefined> {
  return applyInTransaction(em, key, options, async (db) => {
    const scope: BaseScope = { ...key, db, rows: options.rows, emptyTables: await emptyTempTables(db) };
    await createRestoreTables(scope);
    await checkRows(scope);
    await checkCycles(scope);
    if (!(await isEmpty(db, key.accountId))) {
      await addFaults(scope, sql`select null::integer, null, ${NOT_EMPTY}::text`, 'account_not_empty');
    }
    return { count: () => count(scope), write: () => write(scope) };
  });
}

async function count({ db }: BaseScope): Promise<Outcome> {
  const created = { ...NO_ROWS };
  for (const { section, table } of RESTORE_TABLES) {
    if (!section?.countedAs) continue;
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${table}`.execute(db);
    created[section.countedAs] = onlyRow(rows).count;
  }
  return { created, updated: NO_ROWS, unchanged: NO_ROWS };
}

async function write(scope: BaseScope): Promise<void> {
  const { accountId, importId } = scope;
  await replaceIdsInReports(scope);
  for (const each of RESTORE_TABLES) await insertRows(scope, each);
  await run(
    scope,
    updateFingerprints(
      accountId,
      sql`select id from ebv_run where account_id = ${accountId}::uuid and import_id = ${importId}::uuid`,
    ),
  );
}

/**
 * Replaces the ids in the reports of runs, for example the ids of apiaries in warnings. Between two quotation marks of
 * JSON text, there is an id and nothing else only if the id is a value.
 */
async function replaceIdsInReports(scope: BaseScope): Promise<void> {
  const runs = tableOfSection('ebv_runs');
  await run(
    scope,
    sql`
      with renewed as (
        select r.new_id, string_agg(coalesce(renamed.new_id::text, part.text), '"' order by part.place)::jsonb as report
        from ${runs} r
        cross join lateral unnest(string_to_array(r.report::text, '"')) with ordinality as part(text, place)
        left join (
          select old_id, new_id from ${tableOfSection('apiaries')}
          union all select old_id, new_id from ${tableOfSection('queens')}
        ) renamed on renamed.old_id::text = part.text
        group by r.new_id
      )
      update ${runs} r set report = renewed.report from renewed where renewed.new_id = r.new_id`,
  );
}

async function insertRows(scope: BaseScope, each: RestoreTable): Promise<void> {
  const { accountId, importId } = scope;
  const { rows, table, columns, links } = each;
  const plain = Object.keys(columns).filter((column) => !links.some((link) => link.column === column));
  const values: [column: string, value: RawBuilder<unknown>][] = [
    ['account_id', sql`${accountId}::uuid`],
    ...('id' in rows.members ? [['id', sql`r.new_id`] as [string, RawBuilder<unknown>]] : []),
    ...plain.map((column): [string, RawBuilder<unknown>] => [column, sql.ref(`r.${column}`)]),
    ...links.map(({ column }): [string, RawBuilder<unknown>] => [column, sql.ref(`${column}_row.new_id`)]),
    // The column for the id of this restore: `restored_by` in restored imports, and `import_id` in other rows. (The
    // `import_id` of a raw row is the id of a restored import.)
    ...['import_id', 'restored_by']
      .filter((column) => column in rows.excluded)
      .map((column): [string, RawBuilder<unknown>] => [column, sql`${importId}::uuid`]),
  ];
  const joins = links.map(
    ({ column, to }) =>
      sql`left join ${tableOfSection(to)} ${sql.id(`${column}_row`)} on ${sql.ref(`${column}_row.old_id`)} = ${sql.ref(`r.${column}`)}`,
  );
  if (each.section?.replaces) await deleteReplacedRows(scope, each);
  await run(
    scope,
    sql`
      insert into ${sql.table(rows.table)} (${sql.join(values.map(([column]) => sql.id(column)))})
      select ${sql.join(values.map(([, value]) => value))} from ${table} r ${joins.length > 0 ? sql.join(joins, sql` `) : sql``}`,
  );
}

/**
 * Deletes the rows of the account that the rows of the file replace, and saves them for an undo. A file without such
 * rows replaces nothing: the caller may then lack the permission to write them.
 */
async function deleteReplacedRows(scope: BaseScope, { rows, table }: RestoreTable): Promise<void> {
  const { accountId, importId } = scope;
  await run(
    scope,
    sql`
      with replaced as (
        delete from ${sql.table(rows.table)} where account_id = ${accountId}::uuid and exists (select from ${table})
        returning *
      )
      insert into import_change (account_id, import_id, kind, row_id, before)
      select ${accountId}::uuid, ${importId}::uuid, ${rows.table}::text, gen_random_uuid(), to_jsonb(replaced) from replaced`,
  );
}
