import type { BeeMating } from './bee-mating.js';
import { beePedigree } from './bee-pedigree.js';
import type { BeeQueen } from './bee-records.js';
import { PedigreeError, type Id } from './pedigree-error.js';

/**
 * The records that the inbreeding and the relationships of some queens depend on, and no more: theirs, their dams', and
 * whoever these were mated with, and so on up. Of a dam, and of a dam of drone-producing queens, the own mating counts;
 * of a queen that is only the last of a line, or that gave drones herself, it does not, and is left out.
 *
 * @param find the record of a queen; one that is not found is left for `beePedigree` to tell of
 * @param workers whether the queens asked for keep their own worker groups (where they were mated or have a colony), as
 *   planned matings of their daughters need them
 */
export function ancestryOf(
  find: (id: Id) => BeeQueen | undefined,
  ids: Iterable<Id>,
  workers: 'with workers' | 'without workers' = 'without workers',
): BeeQueen[] {
  const found = new Map<Id, BeeQueen>();
  const withWorkers = new Set<Id>();
  const stack: [id: Id, workers: boolean][] = [];
  const mates = (mating: BeeMating | null | undefined) => {
    if (mating && mating.kind !== 'unknown') stack.push([mating.sire, mating.kind === 'dpq']);
  };
  for (const id of ids) {
    const record = find(id);
    stack.push([id, workers === 'with workers' && (record?.mating != null || record?.colony === true)]);
  }
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [id, itsWorkers] = next;
    const record = found.get(id) ?? find(id);
    if (!record) continue;
    if (!found.has(id)) {
      found.set(id, record);
      if (record.dam != null) stack.push([record.dam, true]);
      mates(record.damMating);
    }
    if (itsWorkers && !withWorkers.has(id)) {
      withWorkers.add(id);
      mates(record.mating);
    }
  }
  return Array.from(found.values(), (record) => {
    const { id, dam, damMating, mating } = record;
    return withWorkers.has(id) ? { id, dam, damMating, mating, colony: true } : { id, dam, damMating };
  });
}

/**
 * F of some queens from their ancestry alone, the same as in the whole population.
 *
 * @param find the record of any of them or of their ancestors
 * @returns F by queen, in the order of `ids`
 * @throws PedigreeError where one of them or of their ancestors is not found, or descends from herself
 */
export function inbreedingOf(find: (id: Id) => BeeQueen | undefined, ids: readonly Id[]): Float64Array {
  const { relationship, places, queenNode } = beePedigree(ancestryOf(find, ids));
  const unknown = ids.filter((id) => !places.has(id));
  if (unknown.length > 0) throw new PedigreeError(unknown.map((id) => ({ kind: 'unknown', id })));
  return Float64Array.from(ids, (id) => relationship.inbreeding[queenNode[places.get(id)!]!]!);
}
