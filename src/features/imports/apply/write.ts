import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { QUEEN_COLUMNS, TEST_COLUMNS } from './outcome.js';
import { run, type Scope } from './scope.js';

/** Writes the results of the steps. Also saves the former values of changed rows, for an undo. */
export async function writeAll(scope: Scope): Promise<void> {
  await writeQueens(scope);
  await writePlaces(scope);
  await writeEvaluations(scope);
}

const list = (columns: readonly string[], prefix = '') =>
  sql.raw(columns.map((column) => `${prefix}${column}`).join(', '));
const assign = (columns: readonly string[]) => sql.raw(columns.map((column) => `${column} = n.${column}`).join(', '));

async function writeQueens(scope: Scope): Promise<void> {
  const { accountId, importId } = scope;
  await run(
    scope,
    sql`
      insert into queen (account_id, id, import_id, ${list(QUEEN_COLUMNS)})
      select ${accountId}::uuid, n.id, ${importId}::uuid, ${list(QUEEN_COLUMNS, 'n.')} from next_queen n where n.is_new`,
  );
  await saveFormerRows(scope, 'queen', sql`select id from next_queen where is_changed`);
  await run(
    scope,
    sql`
      update queen q set ${assign(QUEEN_COLUMNS)}, updated_at = now(), edited_at = now()
      from next_queen n where q.account_id = ${hidden(accountId)} and q.id = n.id and n.is_changed`,
  );
  await run(
    scope,
    sql`
      insert into queen_identifier (account_id, value, system, queen_id, import_id)
      select distinct ${accountId}::uuid, further.value, further.system, f.queen_id, ${importId}::uuid
      from fact f, jsonb_to_recordset(f.identifiers) as further(system text, value text)
      where not exists (
        select from queen_identifier i where i.account_id = ${hidden(accountId)} and i.queen_id = f.queen_id
          and i.value_key = identifier_key(further.value) and i.system = further.system
      )
      on conflict (account_id, value, system) do nothing`,
  );
}

async function writePlaces(scope: Scope): Promise<void> {
  const { accountId, importId } = scope;
  await run(
    scope,
    sql`
      insert into apiary (account_id, id, import_id, name, postal_code, country_code)
      select ${accountId}::uuid, apiary_id, ${importId}::uuid, name, postal_code, country_code from file_apiary where is_new`,
  );
  await saveFormerRows(scope, 'apiary', sql`select apiary_id from file_apiary where is_changed`);
  await run(
    scope,
    sql`
      update apiary a set postal_code = p.postal_code, country_code = p.country_code, updated_at = now(), edited_at = now()
      from file_apiary p where a.account_id = ${hidden(accountId)} and a.id = p.apiary_id and p.is_changed`,
  );
  // A queen leaves her former hive if she heads another one, or if she is sold, dead or lost.
  const leftHives = sql`
    select o.id from hive o join hive_head h on h.queen_id = o.queen_id and h.hive_id <> o.id
    where o.account_id = ${hidden(accountId)}
    union
    select o.id from hive o join next_queen n on n.id = o.queen_id and n.is_changed and n.status in ('sold', 'dead', 'lost')
    where o.account_id = ${hidden(accountId)}`;
  const reassignedHives = sql`
    select h.hive_id from hive_head h join file_hive d using (hive_id)
    where not d.is_new and h.old_queen_id is distinct from h.queen_id`;
  await saveFormerRows(scope, 'hive', sql`${leftHives} union ${reassignedHives}`);
  await run(
    scope,
    sql`update hive set queen_id = null, updated_at = now(), edited_at = now() where account_id = ${hidden(accountId)} and id in (${leftHives} union ${reassignedHives})`,
  );
  await run(
    scope,
    sql`
      insert into hive (account_id, id, import_id, apiary_id, name)
      select ${accountId}::uuid, hive_id, ${importId}::uuid, apiary_id, name from file_hive where is_new`,
  );
  await run(
    scope,
    sql`
      update hive set queen_id = h.queen_id
      from hive_head h
      where hive.account_id = ${hidden(accountId)} and hive.id = h.hive_id and hive.queen_id is distinct from h.queen_id`,
  );
}

async function writeEvaluations(scope: Scope): Promise<void> {
  const { accountId, importId } = scope;
  await run(
    scope,
    sql`
      insert into evaluation (account_id, id, import_id, queen_id, year, ${list(TEST_COLUMNS)})
      select ${accountId}::uuid, n.id, ${importId}::uuid, n.queen_id, n.year, ${list(TEST_COLUMNS, 'n.')}
      from next_evaluation n where n.is_new`,
  );
  await saveFormerRows(scope, 'evaluation', sql`select id from next_evaluation where is_changed`);
  await run(
    scope,
    sql`
      update evaluation e set ${assign(TEST_COLUMNS)}, updated_at = now(), edited_at = now()
      from next_evaluation n where e.account_id = ${hidden(accountId)} and e.id = n.id and n.is_changed`,
  );
}

/**
 * Saves the values of rows before the import changes these rows.
 * @param ids query for the ids of the rows
 */
async function saveFormerRows(
  scope: Scope,
  kind: 'queen' | 'apiary' | 'hive' | 'evaluation',
  ids: ReturnType<typeof sql>,
): Promise<void> {
  await run(
    scope,
    sql`
      insert into import_change (account_id, import_id, kind, row_id, before)
      select ${scope.accountId}::uuid, ${scope.importId}::uuid, ${kind}, r.id, to_jsonb(r)
      from ${sql.table(kind)} r where r.account_id = ${hidden(scope.accountId)} and r.id in (${ids})`,
  );
}
