import type { EntityClass } from '@mikro-orm/core';
import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../../db/owner.js';
import { propertyColumn } from '../../db/property-column.js';
import { AuditAction } from '../audit/audit.enums.js';
import { recordRepeatedEvent } from '../audit/record.js';
import type { WriteUnit } from './write.js';

/** A row whose members are the properties of its entity. */
export type Row = { id: string } & Record<string, unknown>;

type Entity = EntityClass<{ id: string }>;

interface Target {
  table: RawBuilder<unknown>;
  columns: string[];
  /** SQL for the rows as a table `n` with typed columns. */
  rows: RawBuilder<unknown>;
}

function target({ em }: WriteUnit, entity: Entity, fields: readonly string[], rows: readonly Row[]): Target {
  const table = sql.table(em.getMetadata().get(entity).tableName);
  const columns = fields.map((field) => [propertyColumn(em, entity, field).name, field] as const);
  const json = rows.map((row) =>
    Object.fromEntries([['id', row.id], ...columns.map(([column, field]) => [column, row[field] ?? null])]),
  );
  return {
    table,
    columns: columns.map(([column]) => column),
    rows: sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(json)}::jsonb) n`,
  };
}

/** A row before the write (null for a new row) and after it. */
interface Saved {
  before: object | null;
  next: { id: string };
}

/** Inserts new rows and updates existing rows with these fields. */
export async function saveRows(
  unit: WriteUnit,
  entity: Entity,
  fields: readonly string[],
  writes: readonly Saved[],
): Promise<void> {
  const rows = (isNew: boolean) =>
    writes.filter(({ before }) => (before === null) === isNew).map(({ next }) => next as Row);
  await insertRows(unit, entity, fields, rows(true));
  await updateRows(unit, entity, fields, rows(false));
}

/** Inserts rows with one statement. Absent fields become null. */
async function insertRows(unit: WriteUnit, entity: Entity, fields: readonly string[], newRows: Row[]): Promise<void> {
  if (newRows.length === 0) return;
  const { table, columns, rows } = target(unit, entity, fields, newRows);
  await sql`
    insert into ${table} (account_id, id, ${sql.raw(columns.join(', '))})
    select ${unit.accountId}::uuid, n.id, ${sql.raw(columns.map((column) => `n.${column}`).join(', '))}
    from ${rows}`.execute(unit.db);
}

/** Updates rows with one statement. */
export async function updateRows(
  unit: WriteUnit,
  entity: Entity,
  fields: readonly string[],
  changedRows: Row[],
): Promise<void> {
  if (changedRows.length === 0) return;
  const { table, columns, rows } = target(unit, entity, fields, changedRows);
  await sql`
    update ${table} r set ${sql.raw(columns.map((column) => `${column} = n.${column}`).join(', '))},
      updated_at = now(), edited_at = now()
    from ${rows} where r.account_id = ${hidden(unit.accountId)} and r.id = n.id`.execute(unit.db);
}

/** Audit event of a deletion, by table. */
const DELETE_EVENTS: Readonly<Record<string, AuditAction>> = {
  queen: AuditAction.queen_deleted,
  evaluation: AuditAction.evaluation_deleted,
  apiary: AuditAction.apiary_deleted,
  hive: AuditAction.hive_deleted,
  ebv_run: AuditAction.ebv_run_deleted,
};

export async function deleteRow({ em, db, accountId, by }: WriteUnit, entity: Entity, id: string): Promise<void> {
  const { tableName } = em.getMetadata().get(entity);
  const action = DELETE_EVENTS[tableName];
  if (!action) throw new Error(`There is no audit event for deletions from ${tableName}`);
  await sql`delete from ${sql.table(tableName)} where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(db);
  await recordRepeatedEvent(db, accountId, { action, by, subjectId: id });
}
