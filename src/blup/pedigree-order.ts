import { PedigreeError, type Id, type PedigreeFault } from './pedigree-error.js';

/** Returns the index of each id. Adds a fault for each duplicate id. */
export function placesOf(ids: readonly Id[], faults: PedigreeFault[]): Map<Id, number> {
  const places = new Map<Id, number>();
  const duplicates = new Set<Id>();
  for (let place = 0; place < ids.length; place += 1) {
    const id = ids[place];
    if (places.has(id)) duplicates.add(id);
    else places.set(id, place);
  }
  for (const id of duplicates) faults.push({ kind: 'ambiguous', id });
  return places;
}

/** Nodes sorted by level. */
export interface Levels {
  /** Nodes by level, founders first. In a pedigree of bees, nodes of a level with the same parents are adjacent. */
  readonly order: Int32Array;
  /** First index of each level in `order`, followed by the number of nodes. */
  readonly start: Int32Array;
}

/**
 * Sorts nodes by level [Kahn 1962, Commun ACM 5:558]. Nodes without parents have level 0. The level of other nodes is
 * the highest level of their parents plus one. Runs in linear time.
 *
 * @param parent1 first parent of each node, −1 for none
 * @param parent2 second parent of each node, −1 for none
 * @param idOf id of a node, for error messages
 * @throws PedigreeError that lists at least one cycle, if the pedigree has cycles
 */
export function sortByLevel(parent1: Int32Array, parent2: Int32Array, idOf: (node: number) => Id): Levels {
  const size = parent1.length;
  // The children of a node form a linked list. Link 2k is k as a child of its first parent, link 2k + 1 of its second.
  const firstLink = new Int32Array(size).fill(-1);
  const nextLink = new Int32Array(2 * size);
  const openParents = new Uint8Array(size);
  const order = new Int32Array(size);
  const start = [0];
  let sorted = 0;
  const link = (parent: number, index: number) => {
    if (parent < 0) return;
    nextLink[index] = firstLink[parent];
    firstLink[parent] = index;
    openParents[index >> 1] += 1;
  };
  for (let k = size - 1; k >= 0; k -= 1) {
    link(parent1[k], 2 * k);
    link(parent2[k], 2 * k + 1);
  }
  for (let k = 0; k < size; k += 1) if (openParents[k] === 0) order[sorted++] = k;
  for (let done = 0; done < sorted;) {
    const end = sorted;
    for (; done < end; done += 1) {
      for (let index = firstLink[order[done]]; index >= 0; index = nextLink[index]) {
        const child = index >> 1;
        openParents[child] -= 1;
        if (openParents[child] === 0) order[sorted++] = child;
      }
    }
    start.push(end);
  }
  if (sorted < size) throw new PedigreeError(findCycles(parent1, parent2, openParents, idOf));
  return { order, start: Int32Array.from(start) };
}

/** Finds cycles. Every unsorted node has an unsorted parent, so a walk over parents ends in a cycle. */
function findCycles(
  parent1: Int32Array,
  parent2: Int32Array,
  openParents: Uint8Array,
  idOf: (node: number) => Id,
): PedigreeFault[] {
  const walkOf = new Int32Array(parent1.length).fill(-1);
  const faults: PedigreeFault[] = [];
  for (let from = 0; from < parent1.length; from += 1) {
    if (openParents[from] === 0) continue;
    const path: number[] = [];
    let k = from;
    while (walkOf[k] === -1) {
      walkOf[k] = from;
      path.push(k);
      k = parent1[k] >= 0 && openParents[parent1[k]] > 0 ? parent1[k] : parent2[k];
    }
    if (walkOf[k] !== from) continue;
    const ids = path.slice(path.indexOf(k)).map(idOf);
    const members = ids.filter((id, place) => id !== ids[place - 1]);
    if (members.length > 1 && members[0] === members.at(-1)) members.pop();
    faults.push({ kind: 'cycle', members });
  }
  return faults;
}
