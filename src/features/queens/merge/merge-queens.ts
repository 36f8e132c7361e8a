import { requirePermission } from '../../../auth/guard.js';
import type { RequestContext } from '../../../graphql/context.js';
import { invalid, type Fault } from '../../../core/errors.js';
import { parseId } from '../../../graphql/ids.js';
import { deleteRow, updateRows } from '../../writes/rows.js';
import { settle, write, type Unit } from '../../writes/write.js';
import { nameKey } from '../name-key.js';
import { Queen } from '../queen.entity.js';
import { addIdentifiers } from '../uniqueness.js';
import { findQueen } from '../write-queens.js';
import { mergeFacts, type MergedFact } from './facts.js';
import { judgePedigree, mergeFamily, moveLinks } from './family.js';
import { nameMerged, type Naming } from './naming.js';
import { countMoves, judgeRecords, moveRecords, type Moves } from './records.js';

/** What a merge does, as far as it has been carried out. */
interface Merge {
  keepId: string;
  otherId: string;
  naming: Naming;
  facts: MergedFact[];
  moves: Moves;
}

/** A merge as it would be. */
export interface Outlook extends Merge {
  /** What stands in its way. */
  obstacles: Fault[];
}

/**
 * Makes two records of one queen one: what the kept one says stays, what she lacks comes from the other, and all that
 * refers to the other refers to her. The other is no more.
 * @returns the id of the kept one
 * @throws {ServiceError} `not_found`, `validation_failed` for one and the same, `insufficient_permission` where rows
 *   would move that the caller may not write, or `conflict` with everything that stands in the way
 */
export async function mergeQueens(context: RequestContext, keepId: string, otherId: string): Promise<string[]> {
  return write(context, async (unit) => {
    const pair = await findPair(unit, keepId, otherId);
    const moves = await countMoves(unit, pair.keep.id, pair.other.id);
    demandFor(context, moves);
    const merge = await begin(unit, pair, moves);
    settle(unit);
    await finish(unit, merge);
    return [merge.keepId];
  });
}

/** Ends the transaction without a trace. */
class OnlyLooked extends Error {}

/**
 * What a merge would do, and what stands in its way: it is begun and taken back.
 * @throws {ServiceError} `not_found`, or `validation_failed` for one and the same
 */
export async function lookAtMerge(context: RequestContext, keepId: string, otherId: string): Promise<Outlook> {
  let outlook: Outlook | undefined;
  try {
    await write({ ...context, writeOptions: {} }, async (unit) => {
      const pair = await findPair(unit, keepId, otherId);
      const moves = await countMoves(unit, pair.keep.id, pair.other.id);
      outlook = { ...(await begin(unit, pair, moves)), obstacles: unit.conflicts };
      throw new OnlyLooked();
    });
  } catch (error) {
    if (!(error instanceof OnlyLooked)) throw error;
  }
  return outlook!;
}

interface Pair {
  keep: Queen;
  other: Queen;
}

async function findPair(unit: Unit, keepId: string, otherId: string): Promise<Pair> {
  const keep = await findQueen(unit, keepId);
  if (parseId(otherId) === keep.id) {
    const message = 'must be another record than the one that is kept';
    throw invalid([{ path: 'mergeId', message, code: 'same_record' }]);
  }
  return { keep, other: await findQueen(unit, otherId) };
}

function demandFor(context: RequestContext, moves: Moves): void {
  if (moves.evaluations > 0) requirePermission(context, { resource: 'evaluations', level: 'write' });
  if (moves.hives > 0) requirePermission(context, { resource: 'hive', level: 'write' });
  if (moves.breedingValues + moves.breedingValuesDropped > 0)
    requirePermission(context, { resource: 'blup', level: 'write' });
}

/** Writes as much as it takes to judge the merge; what stands in the way is noted in the unit. */
async function begin(unit: Unit, { keep, other }: Pair, moves: Moves): Promise<Merge> {
  const { facts: told, faults } = mergeFacts(keep, other);
  unit.conflicts.push(...faults);
  const family = await mergeFamily(unit, keep, other);
  const naming = await nameMerged(unit, keep, other);
  const facts = [...naming.facts, ...told, ...family.facts];
  await moveLinks(unit, keep.id, other.id);
  const filled = [...told, ...family.facts].filter((fact) => fact.filled);
  const values = Object.fromEntries(filled.map(({ field, kept }) => [field, kept]));
  if (filled.length > 0) await updateRows(unit, Queen, Object.keys(values), [{ id: keep.id, ...values }]);
  await family.matings.write();
  await judgeRecords(unit, keep, other, values.status ?? keep.status);
  await judgePedigree(unit, keep.id, family);
  return { keepId: keep.id, otherId: other.id, naming, facts, moves };
}

async function finish(unit: Unit, { keepId, otherId, naming }: Merge): Promise<void> {
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
