import type { Fault } from '../../core/errors.js';
import { required } from '../../validation/rule.js';
import { sql } from 'kysely';
import { findByIds, requireById } from '../../graphql/find.js';
import { idOrNil } from '../../graphql/ids.js';
import { IS_HERSELF } from './lineage/lineage-rules.js';
import { futureDateFaults } from '../../validation/dates.js';
import type { PathOf } from '../writes/bulk.js';
import { unknownId } from '../writes/links.js';
import { prepareWrite } from '../writes/row-writes.js';
import { saveRows } from '../writes/rows.js';
import { causeOf, isRefused, addFaultOnce, type WriteUnit } from '../writes/write.js';
import { reportLineageFaults } from './lineage/report-lineage-faults.js';
import { resolveMatings } from './matings.js';
import { nameKey } from './name-key.js';
import { STATUSES_WITHOUT_HIVE, QUEEN_RULES } from './queen.checks.js';
import { Queen } from './queen.entity.js';
import type { NextQueen, QueenFields, QueenWrite } from './queen-write.js';
import { checkUniqueness, writeIdentifiers } from './uniqueness.js';

/** Fields that are columns of the table `queen`. Other identifiers have their own table. */
const QUEEN_COLUMNS = [...Object.keys(QUEEN_RULES).filter((field) => field !== 'externalIdentifiers'), 'nameKey'];

/**
 * Creates queens.
 * @returns the ids of the queens in the order of the input
 */
export async function createQueens(unit: WriteUnit, inputs: readonly QueenFields[], pathOf: PathOf): Promise<string[]> {
  return writeQueens(
    unit,
    inputs.map((input, index) => prepareQueen(unit, null, input, pathOf(index))),
  );
}

/**
 * Updates a queen.
 * @param generation required generation of the queen, if set
 * @throws {ServiceError} `not_found`
 */
export async function changeQueen(
  unit: WriteUnit,
  id: string,
  input: QueenFields,
  generation?: string | null,
): Promise<string[]> {
  return writeQueens(unit, [prepareQueen(unit, await findQueen(unit, id, generation), input, 'input.')]);
}

/** The change of one queen, in a request that can change several queens. */
export interface QueenChange extends QueenFields {
  id: string;
  /** Time of the last change of the queen. If it differs from the stored time, the write is refused. */
  ifUpdatedAt?: Date | null;
}

/**
 * Updates queens, all or none.
 * @returns the ids of the queens in the order of the input
 */
export async function changeQueens(
  unit: WriteUnit,
  changes: readonly QueenChange[],
  pathOf: PathOf,
): Promise<string[]> {
  const ids = changes.map(({ id }) => idOrNil(id));
  const found = await findByIds(unit.em, Queen, ids);
  const queens = changes.flatMap(({ id: requestedId, ifUpdatedAt, ...input }, index) => {
    const [path, id] = [pathOf(index), idOrNil(requestedId)];
    const before = found.get(id);
    if (!before) {
      addFaultOnce(unit, `${path}id`, unknownId(requestedId, 'queen'));
      return [];
    }
    if (ids.indexOf(id) < index) {
      addFaultOnce(unit, `${path}id`, { message: 'is in the list twice', code: 'listed_twice' });
      return [];
    }
    if (ifUpdatedAt && ifUpdatedAt.getTime() !== before.updatedAt.getTime()) {
      const message = 'is not the time of her last change: she was changed in the meantime';
      unit.conflicts.push({ path: `${path}ifUpdatedAt`, message, code: 'changed_since' });
    }
    return [prepareQueen(unit, before, input, path)];
  });
  return writeQueens(unit, queens);
}

/** @throws {ServiceError} `not_found` */
export const findQueen = ({ em }: WriteUnit, id: string, generation?: string | null): Promise<Queen> =>
  requireById(em, Queen, id, 'queen', generation ? { generation } : {});

function prepareQueen(unit: WriteUnit, before: Queen | null, input: QueenFields, path: string): QueenWrite {
  const queen = prepareWrite<Queen, QueenFields, NextQueen>(unit, QUEEN_RULES, { before, input, path });
  queen.next.name = queen.next.name ?? queen.next.externalId ?? null;
  return queen;
}

async function writeQueens(unit: WriteUnit, queens: QueenWrite[]): Promise<string[]> {
  for (const queen of queens) checkOwnFields(unit, queen);
  const matings = await resolveMatings(unit, queens);
  await checkUniqueness(unit, queens);
  const ids = queens.map(({ next }) => next.id);
  if (isRefused(unit)) return ids;

  const rows = queens.map(({ before, next }) => ({ before, next: { ...next, nameKey: nameKey(next.name) } }));
  await releaseNames(unit, queens);
  await saveRows(unit, Queen, QUEEN_COLUMNS, rows);
  await writeIdentifiers(unit, queens);
  await matings.write();
  await vacateHives(unit, queens);
  await reportLineageFaults(unit, queens, matings);
  return ids;
}

/**
 * Gives each queen whose name or main identifier changes a random identifier until she is saved, so that queens can
 * exchange names and identifiers. The database checks uniqueness row by row. A queen with an identifier may have the name
 * of another queen.
 */
async function releaseNames({ db, accountId }: WriteUnit, queens: readonly QueenWrite[]): Promise<void> {
  const renamed = queens.filter(
    ({ before, next }) => before && (before.name !== next.name || before.externalId !== next.externalId),
  );
  if (queens.length < 2 || renamed.length === 0) return;
  await sql`
    update queen set external_id = gen_random_uuid()::text
    where account_id = ${accountId}::uuid and id = any(${renamed.map(({ next }) => next.id)}::uuid[])`.execute(db);
}

/** Checks the fields of a queen without reading other rows. */
function checkOwnFields(unit: WriteUnit, { path, fields, before, next }: QueenWrite): void {
  const fault = (field: keyof QueenFields, what: Omit<Fault, 'path'>) => addFaultOnce(unit, path + field, what);
  if (next.name === null) {
    const message = 'is required: a queen needs a name or an external identifier';
    addFaultOnce(unit, causeOf(unit, path, 'name', ['externalId']), { message, code: 'no_name_or_identifier' });
  }
  if (!next.generation) fault('generation', required('F0 or F1'));
  for (const each of futureDateFaults(['dateOfBirth', 'matedAt'], before, fields)) {
    addFaultOnce(unit, path + each.path, each);
  }
  if (before && fields.matedToId === before.id) {
    fault('matedToId', { message: IS_HERSELF, code: 'mates_with_herself' });
  }
}

/** Removes queens from their hives if they become sold, dead or lost. */
async function vacateHives({ db, accountId }: WriteUnit, queens: QueenWrite[]): Promise<void> {
  const gone = queens.filter(
    ({ before, next }) => before && next.status !== before.status && STATUSES_WITHOUT_HIVE.includes(next.status ?? ''),
  );
  if (gone.length === 0) return;
  await sql`
    update hive set queen_id = null, updated_at = now(), edited_at = now()
    where account_id = ${accountId}::uuid and queen_id = any(${gone.map(({ next }) => next.id)}::uuid[])`.execute(db);
}
