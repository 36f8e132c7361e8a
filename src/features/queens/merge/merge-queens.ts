import { requirePermission } from '../../../auth/guard.js';
import type { RequestContext } from '../../../graphql/context.js';
import { invalid, type Fault } from '../../../core/errors.js';
import { parseId } from '../../../graphql/ids.js';
import { deleteRow, updateRows } from '../../writes/rows.js';
import { throwIfRefused, write, writeReturning, type WriteUnit } from '../../writes/write.js';
import { nameKey } from '../name-key.js';
import { Queen } from '../queen.entity.js';
import { addIdentifiers } from '../uniqueness.js';
import { findQueen } from '../write-queens.js';
import { mergeFacts, type MergedFact } from './facts.js';
import { checkMergedPedigree, mergeFamily, moveLinks } from './family.js';
import { mergeNames, type Naming } from './naming.js';
import { countMoves, checkRecords, moveRecords, type Moves } from './records.js';

/** A prepared merge. */
interface Merge {
  keepId: string;
  otherId: string;
  naming: Naming;
  facts: MergedFact[];
  moves: Moves;
}

/** A merge that was prepared and rolled back. */
export interface MergePreview extends Merge {
  /** Conflicts that prevent the merge. */
  obstacles: Fault[];
}

/**
 * Merges two records of the same queen. Values of the remaining record take precedence, and the duplicate fills its
 * empty fields. All references move to the remaining record, and the duplicate is deleted.
 * @returns the id of the remaining queen
 * @throws {ServiceError} `not_found`, `validation_failed` if both ids are the same, `insufficient_permission` if the
 *   caller may not write all rows that would move, or `conflict` with all conflicts
 */
export async function mergeQueens(context: RequestContext, keepId: string, otherId: string): Promise<string[]> {
  return write(context, async (unit) => {
    const pair = await findPair(unit, keepId, otherId);
    const moves = await countMoves(unit, pair.keep.id, pair.other.id);
    requirePermissionsFor(context, moves);
    const merge = await prepareMerge(unit, pair, moves);
    throwIfRefused(unit);
    await completeMerge(unit, merge);
    return [merge.keepId];
  });
}

/** Error that rolls back the transaction of a preview. */
class RollBack extends Error {
  constructor(readonly preview: MergePreview) {
    super();
  }
}

/**
 * Previews a merge: prepares it and rolls it back.
 * @throws {ServiceError} `not_found`, or `validation_failed` if both ids are the same
 */
export async function previewMerge(context: RequestContext, keepId: string, otherId: string): Promise<MergePreview> {
  try {
    return await writeReturning({ ...context, writeOptions: {} }, async (unit): Promise<never> => {
      const pair = await findPair(unit, keepId, otherId);
      const moves = await countMoves(unit, pair.keep.id, pair.other.id);
      throw new RollBack({ ...(await prepareMerge(unit, pair, moves)), obstacles: unit.conflicts });
    });
  } catch (error) {
    if (error instanceof RollBack) return error.preview;
    throw error;
  }
}

interface Pair {
  keep: Queen;
  other: Queen;
}

async function findPair(unit: WriteUnit, keepId: string, otherId: string): Promise<Pair> {
  const keep = await findQueen(unit, keepId);
  if (parseId(otherId) === keep.id) {
    const message = 'must be a different record from the one that remains';
    throw invalid([{ path: 'mergeId', message, code: 'same_record' }]);
  }
  return { keep, other: await findQueen(unit, otherId) };
}

function requirePermissionsFor(context: RequestContext, moves: Moves): void {
  if (moves.evaluations > 0) requirePermission(context, { resource: 'evaluations', level: 'write' });
  if (moves.hives > 0) requirePermission(context, { resource: 'hive', level: 'write' });
  if (moves.breedingValues + moves.breedingValuesDropped > 0)
    requirePermission(context, { resource: 'blup', level: 'write' });
}

/** Writes the merged links and fields, so that the result can be checked. Adds conflicts to `unit`. */
async function prepareMerge(unit: WriteUnit, { keep, other }: Pair, moves: Moves): Promise<Merge> {
  const { facts: ownFacts, faults } = mergeFacts(keep, other);
  unit.conflicts.push(...faults);
  const family = await mergeFamily(unit, keep, other);
  const naming = await mergeNames(unit, keep, other);
  const facts = [...naming.facts, ...ownFacts, ...family.facts];
  await moveLinks(unit, keep.id, other.id);
  const filled = [...ownFacts, ...family.facts].filter((fact) => fact.filled);
  const values = Object.fromEntries(filled.map(({ field, kept }) => [field, kept]));
  if (filled.length > 0) await updateRows(unit, Queen, Object.keys(values), [{ id: keep.id, ...values }]);
  await family.matings.write();
  await checkRecords(unit, keep, other, values.status ?? keep.status);
  await checkMergedPedigree(unit, keep.id, family);
  return { keepId: keep.id, otherId: other.id, naming, facts, moves };
}

async function completeMerge(unit: WriteUnit, { keepId, otherId, naming }: Merge): Promise<void> {
  await moveRecords(unit, keepId, otherId);
  await deleteRow(unit, Queen, otherId);
  const { name, externalId, added } = naming;
  const row = { id: keepId, name, nameKey: nameKey(name), externalId };
  await updateRows(unit, Queen, ['name', 'nameKey', 'externalId'], [row]);
  await addIdentifiers(
    unit,
    added.map((identifier) => ({ ...identifier, id: keepId })),
  );
}
