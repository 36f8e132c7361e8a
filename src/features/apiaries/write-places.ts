import { required } from '../../validation/rule.js';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { hidden } from '../../db/owner.js';
import { permits } from '../../auth/permissions.js';
import { GONE } from '../queens/queen.checks.js';
import { Queen } from '../queens/queen.entity.js';
import { checkMembers, type Rules } from '../../validation/check.js';
import { noteTaken, type Holder } from '../writes/claims.js';
import { linked } from '../writes/links.js';
import { saveRows } from '../writes/rows.js';
import { isRefused, noteOnce, type Unit } from '../writes/write.js';
import type { ApiaryInput, HiveInput } from './apiary-write.input.js';
import { APIARY_RULES, HIVE_RULES } from './apiary.checks.js';
import { Apiary } from './apiary.entity.js';
import { Hive } from './hive.entity.js';

interface Saved<Row, Input> {
  before: Row | null;
  input: Input;
  path: string;
}

interface InHand<Row> {
  path: string;
  before: Row | null;
  given: Partial<Row>;
  next: Row;
}

/** Makes apiaries, or changes one. @returns their ids */
export async function saveApiaries(unit: Unit, rows: readonly Saved<Apiary, ApiaryInput>[]): Promise<string[]> {
  const inHand = take(unit, APIARY_RULES, rows);
  const claims = inHand
    .filter(({ next }) => next.name)
    .map(({ path, next }) => ({ id: next.id, path: `${path}name`, value: next.name }));
  await noteTaken(unit, claims, apiariesNamed, (given) => ({
    message: `"${given}" is the name of another apiary`,
    code: 'apiary_name_taken',
    params: { given },
  }));
  return save(unit, Apiary, APIARY_RULES, inHand);
}

/** Makes hives, or changes one. @returns their ids */
export async function saveHives(unit: Unit, rows: readonly Saved<Hive, HiveInput>[]): Promise<string[]> {
  const inHand = take(unit, HIVE_RULES, rows);
  await linked(unit, Apiary, inHand, 'apiaryId', 'apiary');
  const queens = await linked(unit, Queen, inHand, 'queenId', 'queen');
  for (const { path, given } of inHand) {
    const status = given.queenId ? queens.get(given.queenId)?.status : undefined;
    if (status && GONE.includes(status)) {
      const told = permits(unit.permissions, { resource: 'queens', level: 'read' }) ? `, but she is ${status}` : '';
      const message = `must be a living queen${told}`;
      unit.faults.push({ path: `${path}queenId`, message, code: 'not_living', params: told ? { status } : {} });
    }
  }
  const names = inHand
    .filter(({ next }) => next.name)
    .map(({ path, next }) => ({ id: next.id, path: `${path}name`, value: keyOf(next) }));
  await noteTaken(unit, names, hivesNamed, (key) => {
    const given = (JSON.parse(key) as Key).name;
    return { message: `"${given}" is the name of another hive there`, code: 'hive_name_taken', params: { given } };
  });
  const heads = inHand
    .filter(({ next }) => next.queenId)
    .map(({ path, next }) => ({ id: next.id, path: `${path}queenId`, value: next.queenId as string }));
  await noteTaken(unit, heads, hivesHeaded, () => ({
    message: 'heads another hive: a queen heads one at a time',
    code: 'hive_head_taken',
  }));
  return save(unit, Hive, HIVE_RULES, inHand);
}

function take<Row extends { id: string; name: string }>(
  unit: Unit,
  rules: Rules,
  rows: readonly Saved<Row, object>[],
): InHand<Row>[] {
  return rows.map(({ before, input, path }) => {
    const { value: given, faults } = checkMembers(rules, input, path);
    unit.faults.push(...faults);
    const next = { ...before, ...given, id: before?.id ?? uuid() } as Row;
    if (!next.name) noteOnce(unit, `${path}name`, required());
    return { path, before, given: given as Partial<Row>, next };
  });
}

async function save<Row extends { id: string }>(
  unit: Unit,
  entity: new () => Row,
  rules: Rules,
  inHand: readonly InHand<Row>[],
): Promise<string[]> {
  const ids = inHand.map(({ next }) => next.id);
  if (isRefused(unit)) return ids;
  await saveRows(unit, entity, Object.keys(rules), inHand);
  return ids;
}

async function apiariesNamed({ db, accountId }: Unit, names: string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select id, name as value from apiary
    where account_id = ${accountId}::uuid and name = any(${names}::text[])`.execute(db);
  return rows;
}

type Key = Pick<Hive, 'apiaryId' | 'name'>;

const keyOf = ({ apiaryId, name }: Key): string => JSON.stringify({ apiaryId: apiaryId ?? null, name });

async function hivesNamed({ db, accountId }: Unit, keys: string[]): Promise<Holder[]> {
  const { rows } = await sql<Key & { id: string }>`
    select h.id, h.apiary_id as "apiaryId", h.name
    from jsonb_to_recordset(${`[${keys.join()}]`}::jsonb) as k("apiaryId" uuid, name text)
    join hive h on h.account_id = ${hidden(accountId)} and h.name = k.name
      and h.apiary_id is not distinct from k."apiaryId"`.execute(db);
  return rows.map((row) => ({ id: row.id, value: keyOf(row) }));
}

async function hivesHeaded({ db, accountId }: Unit, queens: string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select id, queen_id as value from hive
    where account_id = ${accountId}::uuid and queen_id = any(${queens}::uuid[])`.execute(db);
  return rows;
}
