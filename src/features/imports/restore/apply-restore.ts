import { sql, type RawBuilder } from 'kysely';
import type { Em } from '../../../db/orm.js';
import { applyAtOnce, type AtOnceOptions, type Result } from '../apply/at-once.js';
import type { Counts, Outcome } from '../apply/outcome.js';
import { faults, run, type Within } from '../apply/scope.js';
import { updateFingerprints } from '../../queens/merge/run-fingerprints.js';
import type { ImportKey } from '../findings.js';
import { checkRows } from './checks.js';
import { checkRings } from './rings.js';
import { isEmpty, NOT_EMPTY } from './stage-export.js';
import { besides, LAID, layOut, restored, type Laid } from './tables.js';

const NONE: Counts = { queens: 0, evaluations: 0, apiaries: 0, hives: 0, breedingValues: 0 };

/**
 * Brings a whole export into an account that is still empty: all of it or, where a row is at fault or the run is dry,
 * nothing. Rows get new ids in the order of the file, and what names them follows.
 * @returns undefined where another process is at it already
 */
export function applyRestore(
  em: Em,
  key: ImportKey,
  options: AtOnceOptions & { rows: number },
): Promise<Result | undefined> {
  return applyAtOnce(em, key, options, async (db) => {
    const scope: Within = { ...key, db, rows: options.rows };
    await layOut(scope);
    await checkRows(scope);
    await checkRings(scope);
    if (!(await isEmpty(db, key.accountId))) {
      await faults(scope, sql`select null::integer, null, ${NOT_EMPTY}::text`, 'account_not_empty');
    }
    return { count: () => count(scope), write: () => write(scope) };
  });
}

async function count({ db }: Within): Promise<Outcome> {
  const created = { ...NONE };
  for (const { section, table } of LAID) {
    if (!section?.counted) continue;
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${table}`.execute(db);
    created[section.counted] = rows[0]!.count;
  }
  return { created, updated: NONE, unchanged: NONE };
}

async function write(scope: Within): Promise<void> {
  const { accountId, importId } = scope;
  for (const each of LAID) await insert(scope, each);
  await run(
    scope,
    updateFingerprints(
      accountId,
      sql`select id from ebv_run where account_id = ${accountId}::uuid and import_id = ${importId}::uuid`,
    ),
  );
}

async function insert(scope: Within, each: Laid): Promise<void> {
  const { accountId, importId } = scope;
  const { rows, table, columns, links } = each;
  const plain = [...columns, ...Object.keys(besides(each))].filter(
    (column) => !links.some((link) => link.column === column),
  );
  const values: [column: string, value: RawBuilder<unknown>][] = [
    ['account_id', sql`${accountId}::uuid`],
    ...('id' in rows.members ? [['id', sql`r.new_id`] as [string, RawBuilder<unknown>]] : []),
    ...plain.map((column): [string, RawBuilder<unknown>] => [column, sql.ref(`r.${column}`)]),
    ...links.map(({ column }): [string, RawBuilder<unknown>] => [column, sql.ref(`${column}_row.new_id`)]),
    // An import that came along is the restore's in another way: it is an import itself.
    ...['import_id', 'restored_by']
      .filter((column) => column in rows.left)
      .map((column): [string, RawBuilder<unknown>] => [column, sql`${importId}::uuid`]),
  ];
  const joins = links.map(
    ({ column, to }) =>
      sql`left join ${restored(to)} ${sql.id(`${column}_row`)} on ${sql.ref(`${column}_row.old_id`)} = ${sql.ref(`r.${column}`)}`,
  );
  if (each.section?.replaces) {
    await run(scope, sql`delete from ${sql.table(rows.table)} where account_id = ${accountId}::uuid`);
  }
  await run(
    scope,
    sql`
      insert into ${sql.table(rows.table)} (${sql.join(values.map(([column]) => sql.id(column)))})
      select ${sql.join(values.map(([, value]) => value))} from ${table} r ${joins.length > 0 ? sql.join(joins, sql` `) : sql``}`,
  );
}
