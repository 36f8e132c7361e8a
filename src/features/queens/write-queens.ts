import type { Fault } from '../../core/errors.js';
import { required } from '../../validation/rule.js';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { notFound } from '../../core/errors.js';
import { findById } from '../../graphql/find.js';
import { IS_HERSELF } from './lineage/lineage-rules.js';
import { checkMembers } from '../../validation/check.js';
import { futureDateFaults } from '../../validation/dates.js';
import type { PathOf } from '../writes/bulk.js';
import { saveRows } from '../writes/rows.js';
import { isRefused, noteOnce, type Unit } from '../writes/write.js';
import { judgeLineage } from './lineage/lineage-checks.js';
import { settleMatings } from './matings.js';
import { nameKey } from './name-key.js';
import { GONE, QUEEN_RULES } from './queen.checks.js';
import { Queen } from './queen.entity.js';
import type { NextQueen, QueenFacts, QueenInHand } from './queen-in-hand.js';
import { judgeSameness, writeIdentifiers } from './uniqueness.js';

/** Columns of her row; her other identifiers have a table of their own. */
const FIELDS = [...Object.keys(QUEEN_RULES).filter((field) => field !== 'externalIdentifiers'), 'nameKey'];

/** Makes queens. @returns their ids, in the order of the input */
export async function createQueens(unit: Unit, inputs: readonly QueenFacts[], pathOf: PathOf): Promise<string[]> {
  return writeQueens(
    unit,
    inputs.map((input, index) => take(unit, null, input, pathOf(index))),
  );
}

/**
 * Changes a queen: the members that are given.
 * @param generation where the caller speaks of a queen of that one only
 * @throws {ServiceError} `not_found`
 */
export async function changeQueen(
  unit: Unit,
  id: string,
  input: QueenFacts,
  generation?: string | null,
): Promise<string[]> {
  return writeQueens(unit, [take(unit, await findQueen(unit, id, generation), input, 'input.')]);
}

/** @throws {ServiceError} `not_found` */
export async function findQueen({ em }: Unit, id: string, generation?: string | null): Promise<Queen> {
  const found = await findById(em, Queen, id, generation ? { generation } : {});
  if (!found) throw notFound('queen');
  return found;
}

function take(unit: Unit, before: Queen | null, input: QueenFacts, path: string): QueenInHand {
  const { value: given, faults } = checkMembers(QUEEN_RULES, input, path);
  unit.faults.push(...faults);
  const next = { ...before, ...given, id: before?.id ?? uuid() } as NextQueen;
  next.name = next.name ?? next.externalId ?? null;
  return { path, before, given, next };
}

async function writeQueens(unit: Unit, queens: QueenInHand[]): Promise<string[]> {
  for (const queen of queens) judgeAlone(unit, queen);
  const matings = await settleMatings(unit, queens);
  await judgeSameness(unit, queens);
  const ids = queens.map(({ next }) => next.id);
  if (isRefused(unit)) return ids;

  const rows = queens.map(({ before, next }) => ({ before, next: { ...next, nameKey: nameKey(next.name) } }));
  await saveRows(unit, Queen, FIELDS, rows);
  await writeIdentifiers(unit, queens);
  await matings.write();
  await leaveHives(unit, queens);
  await judgeLineage(unit, queens, matings);
  return ids;
}

/** What can be said of her without looking at any other. */
function judgeAlone(unit: Unit, { path, given, before, next }: QueenInHand): void {
  const fault = (field: keyof QueenFacts, what: Omit<Fault, 'path'>) => noteOnce(unit, path + field, what);
  if (next.name === null) {
    const message = 'is required: a queen needs a name or an external identifier';
    fault('name', { message, code: 'no_name_or_identifier' });
  }
  if (!next.generation) fault('generation', required('F0 or F1'));
  for (const each of futureDateFaults(['dateOfBirth', 'matedAt'], before, given)) {
    noteOnce(unit, path + each.path, each);
  }
  if (before && given.matedToId === before.id) {
    fault('matedToId', { message: IS_HERSELF, code: 'mates_with_herself' });
  }
}

/** Who is sold, dead or lost heads no hive any more. */
async function leaveHives({ db, accountId }: Unit, queens: QueenInHand[]): Promise<void> {
  const gone = queens.filter(
    ({ before, next }) => before && next.status !== before.status && GONE.includes(next.status ?? ''),
  );
  if (gone.length === 0) return;
  await sql`
    update hive set queen_id = null, updated_at = now(), edited_at = now()
    where account_id = ${accountId}::uuid and queen_id = any(${gone.map(({ next }) => next.id)}::uuid[])`.execute(db);
}
