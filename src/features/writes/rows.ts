import type { EntityClass } from '@mikro-orm/core';
import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../../db/owner.js';
import { AuditAction } from '../audit/audit.enums.js';
import { noteAgain } from '../audit/record.js';
import type { Unit } from './write.js';

/** A row by the names of its entity. */
export type Row = { id: string } & Record<string, unknown>;

type Entity = EntityClass<{ id: string }>;

interface Target {
  table: RawBuilder<unknown>;
  columns: string[];
  /** The rows as a table of the statement, `n`, with the types of the columns. */
  rows: RawBuilder<unknown>;
}

function target({ em }: Unit, entity: Entity, fields: readonly string[], rows: readonly Row[]): Target {
  const { tableName, properties } = em.getMetadata().get(entity);
  const columnOf = (field: string) => (properties as Record<string, { fieldNames: string[] }>)[field]!.fieldNames[0]!;
  const table = sql.table(tableName);
  const json = rows.map((row) =>
    Object.fromEntries([['id', row.id], ...fields.map((field) => [columnOf(field), row[field] ?? null])]),
  );
  return {
    table,
    columns: fields.map(columnOf),
    rows: sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(json)}::jsonb) n`,
  };
}

/** A row as it stood, null for a new one, and as it is to be. */
interface Saved {
  before: object | null;
  next: { id: string };
}

/** Writes these fields of rows, new ones and ones that are there. */
export async function saveRows(
  unit: Unit,
  entity: Entity,
  fields: readonly string[],
  given: readonly Saved[],
): Promise<void> {
  const rows = (isNew: boolean) =>
    given.filter(({ before }) => (before === null) === isNew).map(({ next }) => next as Row);
  await insertRows(unit, entity, fields, rows(true));
  await updateRows(unit, entity, fields, rows(false));
}

/** Writes new rows, all by one statement; a field that a row lacks is null. */
async function insertRows(unit: Unit, entity: Entity, fields: readonly string[], given: Row[]): Promise<void> {
  if (given.length === 0) return;
  const { table, columns, rows } = target(unit, entity, fields, given);
  await sql`
    insert into ${table} (account_id, id, ${sql.raw(columns.join(', '))})
    select ${unit.accountId}::uuid, n.id, ${sql.raw(columns.map((column) => `n.${column}`).join(', '))}
    from ${rows}`.execute(unit.db);
}

/** Writes these fields of rows that are there, all by one statement. */
export async function updateRows(unit: Unit, entity: Entity, fields: readonly string[], given: Row[]): Promise<void> {
  if (given.length === 0) return;
  const { table, columns, rows } = target(unit, entity, fields, given);
  await sql`
    update ${table} r set ${sql.raw(columns.map((column) => `${column} = n.${column}`).join(', '))},
      updated_at = now(), edited_at = now()
    from ${rows} where r.account_id = ${hidden(unit.accountId)} and r.id = n.id`.execute(unit.db);
}

/** What the audit trail says of a row that was deleted, by its table. */
const DELETED: Readonly<Record<string, AuditAction>> = {
  queen: AuditAction.queen_deleted,
  evaluation: AuditAction.evaluation_deleted,
  apiary: AuditAction.apiary_deleted,
  hive: AuditAction.hive_deleted,
  ebv_run: AuditAction.ebv_run_deleted,
};

export async function deleteRow({ em, db, accountId, by }: Unit, entity: Entity, id: string): Promise<void> {
  const { tableName } = em.getMetadata().get(entity);
  const action = DELETED[tableName];
  if (!action) throw new Error(`The audit trail has no word for what is deleted of ${tableName}`);
  await sql`delete from ${sql.table(tableName)} where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(db);
  await noteAgain(db, accountId, { action, by, subjectId: id });
}
