import type { FaultCode } from '../../core/fault-codes.js';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Permissions } from '../../auth/permissions.js';
import { ServiceError, notFound } from '../../core/errors.js';
import type { Actor } from '../audit/actor.js';
import { AuditAction } from '../audit/audit.enums.js';
import { recordEvent } from '../audit/record.js';
import type { Em } from '../../db/orm.js';
import { lockPedigree } from '../../db/account-lock.js';
import { findIdempotentResult, saveIdempotentResult, type Idempotency } from '../../db/idempotency.js';
import { queueWrite } from '../writes/write-queue.js';
import { QUEEN_COLUMNS, TEST_COLUMNS } from './apply/outcome.js';
import type { ImportKey } from './findings.js';
import type { Obstacle } from './undo-check.js';
import { findObstacles } from './undo-obstacles.js';
import { readRowsToRevert, findHivesOfGoneQueens, constraintMessage, checkReverted } from './undo-validation.js';

/** The caller and its permissions. */
interface Caller {
  by: Actor;
  permissions: Permissions;
}

/**
 * Undoes an import: removes the rows that it created and reverts the rows that it changed or removed, unless later data
 * or later changes prevent this. A repetition of the same request changes nothing.
 * @throws {ServiceError} `not_found`, or `conflict` that lists the reasons
 */
export async function undoImport(em: Em, caller: Caller, key: ImportKey, request?: Idempotency): Promise<void> {
  const { by, permissions } = caller;
  const work = async (tx: Em) => {
    const db = tx.getKysely<unknown>();
    const { accountId, importId } = key;
    await lockPedigree(db, accountId);
    if (request && (await findIdempotentResult(db, accountId, request))) return;
    await checkState(db, key);
    throwIfBlocked(await findObstacles(db, key, permissions));
    const restored = await readRowsToRevert(db, key);
    await revertRows(db, key);
    const headed = await findHivesOfGoneQueens(db, key, restored, permissions);
    throwIfBlocked([...headed, ...(await checkReverted(db, key, restored))]);
    await sql`
      update import set status = 'cancelled', undone_at = now()
      where account_id = ${accountId}::uuid and id = ${importId}::uuid`.execute(db);
    await recordEvent(db, accountId, { action: AuditAction.import_undone, by, subjectId: importId });
    if (request) await saveIdempotentResult(db, accountId, request, [importId]);
  };
  try {
    await queueWrite(key.accountId, () => em.transactional(work));
  } catch (error) {
    const words = constraintMessage((error as Error).cause ?? error) ?? constraintMessage(error);
    if (words === undefined) throw error;
    throwIfBlocked([{ message: words }]);
  }
}

/** @throws {ServiceError} `conflict` if there are obstacles */
function throwIfBlocked(obstacles: Obstacle[]): void {
  if (obstacles.length === 0) return;
  const messages = obstacles.map(({ message }) => message).join('; ');
  throw new ServiceError('conflict', `The import cannot be undone: ${messages}.`, {
    errors: obstacles.map(({ message, params }) => ({
      path: 'id',
      message,
      code: 'undo_blocked' as const,
      params: { obstacle: message, ...params },
    })),
  });
}

const blocked = (code: FaultCode, message: string, params?: Record<string, unknown>): ServiceError =>
  new ServiceError('conflict', message, { errors: [{ path: 'id', message, code, params }] });

async function checkState(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<void> {
  const { rows } = await sql<{ status: string; dry_run: boolean; undone: boolean; restored_by: string | null }>`
    select status, dry_run, undone_at is not null as undone, restored_by from import
    where account_id = ${accountId}::uuid and id = ${importId}::uuid and status <> 'receiving'`.execute(db);
  const [row] = rows;
  if (!row) throw notFound('import');
  if (row.undone) throw blocked('import_undone', 'The import has already been undone.');
  if (row.restored_by) {
    const message = `The import is part of a restored export and can only be undone with it: undo import ${row.restored_by}.`;
    throw blocked('import_of_export', message, { import_id: row.restored_by });
  }
  if (row.status !== 'completed')
    throw blocked('import_changed_nothing', `The import changed nothing, because its status is "${row.status}".`);
  if (row.dry_run) {
    throw blocked('import_changed_nothing', 'The import changed nothing, because it was a dry run.');
  }
}

const APIARY_COLUMNS = ['postal_code', 'country_code'];
const HIVE_COLUMNS = ['queen_id'];

async function revertRows(db: Kysely<unknown>, key: ImportKey): Promise<void> {
  const { accountId, importId } = key;
  const remove = (table: string) =>
    sql`delete from ${sql.table(table)} where account_id = ${accountId}::uuid and import_id = ${importId}::uuid`.execute(
      db,
    );
  await remove('ebv_run');
  const { numAffectedRows: removedWeights = 0n } = await remove('index_weight');
  // Weights that the user has set after the restore replaced the restored weights, and stay.
  if (removedWeights > 0n) await reinsertWeights(db, key);
  await remove('import_row');
  await remove('evaluation');
  await restoreColumns(db, key, 'evaluation', TEST_COLUMNS);
  await remove('hive');
  await sql`
    update hive set queen_id = null where account_id = ${accountId}::uuid and id in (${changed(key, 'hive')})`.execute(
    db,
  );
  await restoreColumns(db, key, 'hive', HIVE_COLUMNS);
  await restoreColumns(db, key, 'apiary', APIARY_COLUMNS);
  await remove('apiary');
  await remove('queen_identifier');
  await reinsertPlaceholders(db, key);
  await restoreColumns(db, key, 'queen', QUEEN_COLUMNS);
  await remove('queen');
  await remove('import_change');
  await sql`
    delete from import where account_id = ${accountId}::uuid and restored_by = ${importId}::uuid`.execute(db);
}

/** Restores the queens that were removed as placeholders. */
async function reinsertPlaceholders(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<void> {
  const columns = sql.join(
    ['account_id', 'id', 'import_id', ...QUEEN_COLUMNS, 'created_at', 'edited_at'].map((name) => sql.ref(name)),
  );
  await sql`
    insert into queen (${columns})
    select ${columns} from (
      select old.* from import_change c, jsonb_populate_record(null::queen, c.before) old
      where c.account_id = ${accountId}::uuid and c.import_id = ${importId}::uuid and c.kind = 'removed_queen'
    ) removed`.execute(db);
}

/** Brings back the index weights that a restore replaced. */
async function reinsertWeights(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<void> {
  await sql`
    insert into index_weight (account_id, trait, weight, import_id)
    select old.account_id, old.trait, old.weight, old.import_id
    from import_change c, jsonb_populate_record(null::index_weight, c.before) old
    where c.account_id = ${accountId}::uuid and c.import_id = ${importId}::uuid and c.kind = 'index_weight'`.execute(
    db,
  );
}

function changed({ accountId, importId }: ImportKey, kind: string): RawBuilder<unknown> {
  return sql`
    select row_id from import_change
    where account_id = ${accountId}::uuid and import_id = ${importId}::uuid and kind = ${kind}`;
}

/**
 * Reverts the columns that imports may change. `updated_at` becomes the present time, because clients use it to find
 * changes.
 */
async function restoreColumns(
  db: Kysely<unknown>,
  { accountId, importId }: ImportKey,
  kind: string,
  columns: readonly string[],
): Promise<void> {
  const assignments = sql.raw(columns.map((column) => `${column} = old.${column}`).join(', '));
  await sql`
    update ${sql.table(kind)} r set ${assignments}, edited_at = old.edited_at, updated_at = now()
    from import_change c, jsonb_populate_record(null::${sql.table(kind)}, c.before) old
    where c.account_id = ${accountId}::uuid and c.import_id = ${importId}::uuid and c.kind = ${kind}
      and r.account_id = c.account_id and r.id = c.row_id`.execute(db);
}
