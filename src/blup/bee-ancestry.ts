import type { BeeMating } from './bee-mating.js';
import { beePedigree } from './bee-pedigree.js';
import type { BeeQueen } from './bee-records.js';
import { placesOf, type Id } from './pedigree-error.js';

/**
 * Returns the smallest set of records from which the inbreeding and the relationships of `ids` can be computed: these
 * queens and all their ancestors, including the mates of dams. A record includes the mating of its queen only if her
 * worker group is needed: because she is a dam or the dam of drone-producing queens, or because of `workers`.
 *
 * @param find returns the record of a queen; `beePedigree` reports missing records
 * @param workers whether to include the worker groups of `ids`. Planned matings of daughters of `ids` need these
 *   groups.
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
    const [id, needsWorkers] = next;
    const record = found.get(id) ?? find(id);
    if (!record) continue;
    if (!found.has(id)) {
      found.set(id, record);
      if (record.dam != null) stack.push([record.dam, true]);
      mates(record.damMating);
    }
    if (needsWorkers && !withWorkers.has(id)) {
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
 * Computes the inbreeding coefficients of queens from their ancestry. A computation from the whole population would
 * return the same results.
 *
 * @param find returns the record of a queen of `ids` or of an ancestor
 * @returns F in the order of `ids`
 * @throws PedigreeError if a queen or an ancestor is missing or descends from herself
 */
export function inbreedingOf(find: (id: Id) => BeeQueen | undefined, ids: readonly Id[]): Float64Array {
  const { relationship, places, queenNode } = beePedigree(ancestryOf(find, ids));
  return Float64Array.from(placesOf(places, ids), (place) => relationship.inbreeding[queenNode[place]]);
}
