import type { BeeQueen, Id } from '../../blup/index.js';

/**
 * Records whose matings can be, for a pedigree that the engine refuses as a circle. Two queens may each be entered as mated with
 * drones of the other's daughters, each of whom would have to be there before the other was mated. No queen is her own
 * ancestor by that, so nothing refuses such entries, but none of the two matings has a meaning: both count as unknown
 * ones. So does every mating on a circle, whoever asks and from wherever the circle is reached.
 *
 * The circles are the strongly connected parts of who depends on whom [Tarjan 1972, SIAM J Comput 1:146], a queen and her
 * worker group being one node each. O(n).
 *
 * @param records with all ancestors
 */
export function possibleMatings(records: readonly BeeQueen[]): BeeQueen[] {
  const places = new Map<Id, number>(records.map(({ id }, place) => [id, place]));
  const queenNode = (id: Id | null | undefined) => (id == null ? -1 : (places.get(id) ?? -1));
  const workers = (id: Id | null | undefined) => (queenNode(id) < 0 ? -1 : queenNode(id) + records.length);
  const mate = ({ mating }: BeeQueen) => {
    if (!mating || mating.kind === 'unknown') return -1;
    return mating.kind === 'dpq' ? workers(mating.sire) : queenNode(mating.sire);
  };
  const dependsOn = (node: number): readonly number[] => {
    if (node >= records.length) return [node - records.length, mate(records[node - records.length]!)];
    const { dam, damMating } = records[node]!;
    return [workers(dam), damMating?.kind === 'dpq' ? workers(damMating.sire) : -1];
  };
  const part = connectedParts(2 * records.length, dependsOn);
  return records.map((record, place) => {
    const { mating } = record;
    const other = mate(record);
    if (!mating || mating.kind === 'unknown' || other < 0 || part[other] !== part[place + records.length])
      return record;
    const droneProducers = mating.kind === 'dpq' ? mating.droneProducers : 1;
    return { ...record, mating: { kind: 'unknown', droneProducers, drones: mating.drones } };
  });
}

/** By node a number that those have in common that depend on each other. Of `dependsOn` −1 is nobody. */
function connectedParts(size: number, dependsOn: (node: number) => readonly number[]): Int32Array {
  const part = new Int32Array(size).fill(-1);
  const found = new Int32Array(size).fill(-1);
  const lowest = new Int32Array(size);
  const open: number[] = [];
  let count = 0;
  let parts = 0;
  for (let root = 0; root < size; root += 1) {
    if (found[root] !== -1) continue;
    const path: { node: number; rest: number[] }[] = [];
    const enter = (node: number) => {
      found[node] = lowest[node] = count++;
      open.push(node);
      path.push({ node, rest: dependsOn(node).filter((next) => next >= 0) });
    };
    enter(root);
    while (path.length > 0) {
      const { node, rest } = path.at(-1)!;
      const next = rest.pop();
      if (next !== undefined) {
        if (found[next] === -1) enter(next);
        else if (part[next] === -1) lowest[node] = Math.min(lowest[node]!, found[next]!);
        continue;
      }
      path.pop();
      const above = path.at(-1)?.node;
      if (above !== undefined) lowest[above] = Math.min(lowest[above]!, lowest[node]!);
      if (lowest[node] !== found[node]) continue;
      for (let member = -1; member !== node;) {
        member = open.pop()!;
        part[member] = parts;
      }
      parts += 1;
    }
  }
  return part;
}
