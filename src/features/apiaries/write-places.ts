import { required } from '../../validation/rule.js';
import { sql } from 'kysely';
import { hidden } from '../../db/owner.js';
import { permits } from '../../auth/permissions.js';
import { STATUSES_WITHOUT_HIVE } from '../queens/queen.checks.js';
import { Queen } from '../queens/queen.entity.js';
import type { Rules } from '../../validation/check.js';
import { reportTakenValues, type Holder } from '../writes/claims.js';
import { findLinkedRows } from '../writes/links.js';
import { prepareWrite, saveWrites, type RowInput, type RowWrite } from '../writes/row-writes.js';
import { causeOf, isRefused, addFaultOnce, type WriteUnit } from '../writes/write.js';
import type { ApiaryInput, HiveInput } from './apiary-write.input.js';
import { APIARY_RULES, HIVE_RULES } from './apiary.checks.js';
import { Apiary } from './apiary.entity.js';
import { Hive } from './hive.entity.js';

/**
 * Creates apiaries, or updates an apiary.
 * @returns ids of the apiaries
 */
export async function saveApiaries(unit: WriteUnit, rows: readonly RowInput<Apiary, ApiaryInput>[]): Promise<string[]> {
  const writes = prepareWrites(unit, APIARY_RULES, rows);
  const claims = writes
    .filter(({ next }) => next.name)
    .map(({ path, next }) => ({ id: next.id, path: `${path}name`, value: next.name }));
  await reportTakenValues(unit, claims, findApiariesByName, (name) => ({
    message: `"${name}" is the name of another apiary`,
    code: 'apiary_name_taken',
    params: { given: name },
  }));
  return saveWrites(unit, Apiary, APIARY_RULES, writes);
}

/**
 * Creates or updates hives.
 * @returns ids of the hives
 */
export async function saveHives(unit: WriteUnit, rows: readonly RowInput<Hive, HiveInput>[]): Promise<string[]> {
  const writes = prepareWrites(unit, HIVE_RULES, rows);
  await findLinkedRows(unit, Apiary, writes, 'apiaryId', 'apiary');
  const queens = await findLinkedRows(unit, Queen, writes, 'queenId', 'queen');
  for (const { path, fields } of writes) {
    const status = fields.queenId ? queens.get(fields.queenId)?.status : undefined;
    if (status && STATUSES_WITHOUT_HIVE.includes(status)) {
      const reason = permits(unit.permissions, { resource: 'queens', level: 'read' }) ? `, but she is ${status}` : '';
      const message = `must be a living queen${reason}`;
      unit.faults.push({ path: `${path}queenId`, message, code: 'not_living', params: reason ? { status } : {} });
    }
  }
  const names = writes
    .filter(({ next }) => next.name)
    .map(({ path, next }) => ({
      id: next.id,
      path: causeOf(unit, path, 'name', ['apiaryId']),
      value: uniqueKey(next),
    }));
  await reportTakenValues(unit, names, findHivesByName, (key) => {
    const name = (JSON.parse(key) as Key).name;
    return {
      message: `"${name}" is the name of another hive at this apiary`,
      code: 'hive_name_taken',
      params: { given: name },
    };
  });
  const heads = writes
    .filter(({ next }) => next.queenId)
    .map(({ path, next }) => ({ id: next.id, path: `${path}queenId`, value: next.queenId as string }));
  // Hives of the same request are ignored, because the request can remove their queens.
  const written = new Set(writes.map(({ next }) => next.id));
  const taken = { message: 'already heads another hive; a queen can head only one', code: 'hive_head_taken' } as const;
  await reportTakenValues(unit, heads, findHivesByQueen, () => taken, written);
  if (!isRefused(unit)) await releaseQueens(unit, writes);
  return saveWrites(unit, Hive, HIVE_RULES, writes);
}

/**
 * Removes the old queen from each hive that gets another queen or no queen. The database checks uniqueness row by row,
 * so a queen must leave her old hive before she gets a new hive.
 */
async function releaseQueens({ db, accountId }: WriteUnit, writes: readonly RowWrite<Hive>[]): Promise<void> {
  const vacated = writes.filter(({ before, next }) => before?.queenId && before.queenId !== next.queenId);
  if (writes.length < 2 || vacated.length === 0) return;
  await sql`
    update hive set queen_id = null
    where account_id = ${accountId}::uuid and id = any(${vacated.map(({ next }) => next.id)}::uuid[])`.execute(db);
}

function prepareWrites<Row extends { id: string; name: string }>(
  unit: WriteUnit,
  rules: Rules,
  rows: readonly RowInput<Row, object>[],
): RowWrite<Row>[] {
  return rows.map((row) => {
    const write = prepareWrite<Row, Partial<Row>, Row>(unit, rules, row);
    if (!write.next.name) addFaultOnce(unit, `${write.path}name`, required());
    return write;
  });
}

async function findApiariesByName({ db, accountId }: WriteUnit, names: string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select id, name as value from apiary
    where account_id = ${accountId}::uuid and name = any(${names}::text[])`.execute(db);
  return rows;
}

type Key = Pick<Hive, 'apiaryId' | 'name'>;

const uniqueKey = ({ apiaryId, name }: Key): string => JSON.stringify({ apiaryId: apiaryId ?? null, name });

async function findHivesByName({ db, accountId }: WriteUnit, keys: string[]): Promise<Holder[]> {
  const { rows } = await sql<Key & { id: string }>`
    select h.id, h.apiary_id as "apiaryId", h.name
    from jsonb_to_recordset(${`[${keys.join()}]`}::jsonb) as k("apiaryId" uuid, name text)
    join hive h on h.account_id = ${hidden(accountId)} and h.name = k.name
      and h.apiary_id is not distinct from k."apiaryId"`.execute(db);
  return rows.map((row) => ({ id: row.id, value: uniqueKey(row) }));
}

async function findHivesByQueen({ db, accountId }: WriteUnit, queens: string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select id, queen_id as value from hive
    where account_id = ${accountId}::uuid and queen_id = any(${queens}::uuid[])`.execute(db);
  return rows;
}
