import fc from 'fast-check';
import {
  addInverse,
  BeeNode,
  type Animal,
  type BeeMating,
  type BeePedigree,
  type BeeQueen,
  type Id,
  type Relationship,
} from '../../src/blup/index.js';

/** An n × n matrix, computed from the records by the rules of the papers. */
export type Matrix = number[][];

/** Returns A of diploid animals by the tabular method. Parents must precede their offspring. */
export function tabularDiploid(records: readonly Animal[]): Matrix {
  const place = new Map(records.map(({ id }, index) => [id, index]));
  const a: Matrix = records.map(() => []);
  records.forEach(({ sire, dam }, i) => {
    const parents = [sire, dam].filter((id) => id != null).map((id) => place.get(id)!);
    for (let j = 0; j < i; j += 1) a[i]![j] = a[j]![i] = parents.reduce((sum, p) => sum + a[p]![j]! / 2, 0);
    a[i]![i] = 1 + (parents.length === 2 ? a[parents[0]!]![parents[1]!]! / 2 : 0);
  });
  return a;
}

/**
 * The relationship matrix A of bees, and the inbreeding coefficient F of each entry, by the rules of Brascamp & Bijma
 * (2014). An entry is a queen, the worker group `W(m)` of queen m, or a sire group `S(x)` of daughters of queen x. The
 * name of a sire group also contains its number of drone-producing queens (NS) and its mating group.
 */
export class TabularBees {
  readonly names: string[] = [];
  readonly inbreeding: number[] = [];
  readonly #a: Matrix = [];
  readonly #records: Map<Id, BeeQueen>;

  constructor(records: readonly BeeQueen[]) {
    this.#records = new Map(records.map((record) => [record.id, record]));
  }

  get(one: string, other: string): number {
    const [i, j] = [this.names.indexOf(one), this.names.indexOf(other)];
    return this.#a[Math.max(i, j)]![Math.min(i, j)]!;
  }

  #addEntry(name: string, row: (earlier: string) => number, inbreeding: number, diagonal: number): string {
    const values = this.names.map(row);
    this.#a.push([...values, diagonal]);
    this.names.push(name);
    this.inbreeding.push(inbreeding);
    return name;
  }

  #f(name: string): number {
    return this.inbreeding[this.names.indexOf(name)]!;
  }

  queen(id: Id): string {
    const name = `${id}`;
    if (this.names.includes(name)) return name;
    const { dam, damMating } = this.#records.get(id)!;
    if (dam == null && !damMating) return this.#addEntry(name, () => 0, 0, 1);
    const family = dam != null ? this.workers(dam) : this.#unknownDam(id, damMating!);
    return this.#addEntry(name, (j) => this.get(family, j), this.#f(family), 1 + this.#f(family));
  }

  #unknownDam(daughter: Id, mating: BeeMating): string {
    const dam = this.#addEntry(`dam of ${daughter}`, () => 0, 0, 1);
    return this.#family(`W(${dam})`, dam, mating);
  }

  workers(dam: Id): string {
    const name = `W(${dam})`;
    if (this.names.includes(name)) return name;
    const mating = this.#records.get(dam)!.mating ?? { kind: 'unknown', droneProducers: 50, drones: 12 };
    return this.#family(name, this.queen(dam), mating);
  }

  #family(name: string, m: string, mating: BeeMating): string {
    const ns = mating.kind === 'single queen' ? 1 : mating.droneProducers;
    const s = this.#sire(name, mating, ns);
    const [p1, p2] = [1 / mating.drones, (ns + mating.drones - 1) / (ns * mating.drones)];
    const between = mating.kind === 'dpq' ? this.get(`W(${mating.sire})`, `W(${mating.sire})`) : 0;
    const sibs =
      (1 + this.#f(m)) / 4 +
      p1 / 2 +
      ((p2 - p1) * (1 + this.#f(s))) / 4 +
      ((1 - p2) * between) / 4 +
      this.get(m, s) / 2;
    return this.#addEntry(name, (j) => (this.get(m, j) + this.get(s, j)) / 2, this.get(m, s) / 2, sibs);
  }

  #sire(family: string, mating: BeeMating, ns: number): string {
    if (mating.kind === 'single queen') return this.queen(mating.sire);
    if (mating.kind === 'unknown') {
      const name = mating.group === undefined ? `sire of ${family}` : `${mating.group}/${ns}`;
      return this.names.includes(name) ? name : this.#addEntry(name, () => 0, 0, 1 / ns);
    }
    const name = `S(${mating.sire})/${[ns, mating.group].join('/')}`;
    if (this.names.includes(name)) return name;
    const w = this.workers(mating.sire);
    const f = this.#f(w);
    return this.#addEntry(name, (j) => this.get(w, j), f, (1 + f + (ns - 1) * this.get(w, w)) / ns);
  }
}

/** Returns A, computed from the parents p1 and p2 of each node k: A_kj = c1·A_p1,j + c2·A_p2,j for j before k. */
export function denseOf({ size, parent1, parent2, coefficient1, coefficient2, d }: Relationship): Matrix {
  const a: Matrix = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (let k = 0; k < size; k += 1) {
    const of = (j: number) =>
      (parent1[k]! < 0 ? 0 : coefficient1[k]! * a[parent1[k]!]![j]!) +
      (parent2[k]! < 0 ? 0 : coefficient2[k]! * a[parent2[k]!]![j]!);
    for (let j = 0; j < k; j += 1) a[k]![j] = a[j]![k] = of(j);
    a[k]![k] = of(k) + d[k]!;
  }
  return a;
}

export function denseInverse(relationship: Relationship): Matrix {
  const inverse: Matrix = Array.from({ length: relationship.size }, () => new Array<number>(relationship.size).fill(0));
  addInverse(relationship, (row, column, value) => {
    inverse[row]![column]! += value;
  });
  return inverse;
}

/** Returns the largest absolute element of one·other − I. */
export function distanceFromIdentity(one: Matrix, other: Matrix): number {
  let largest = 0;
  one.forEach((row, i) =>
    row.forEach((_, j) => {
      const element = row.reduce((sum, value, k) => sum + value * other[k]![j]!, 0);
      largest = Math.max(largest, Math.abs(element - (i === j ? 1 : 0)));
    }),
  );
  return largest;
}

/** Returns the node of each queen and worker group by its name in `TabularBees`. */
export function namesOf(pedigree: BeePedigree): Map<string, number> {
  const names = new Map<string, number>();
  pedigree.ids.forEach((id, queen) => {
    names.set(`${id}`, pedigree.queenNode[queen]!);
    if (pedigree.workerNode[queen]! >= 0) names.set(`W(${id})`, pedigree.workerNode[queen]!);
  });
  const counts = pedigree.kind.filter((kind) => kind === BeeNode.SireGroup).length;
  if (names.size + counts > pedigree.relationship.size) throw new Error('more names than nodes');
  return names;
}

const DRAW = fc.record({
  dam: fc.nat(),
  sire: fc.nat(),
  sireOfDam: fc.nat(),
  known: fc.integer({ min: 0, max: 9 }),
  kind: fc.constantFrom('dpq', 'dpq', 'single queen', 'own drones', 'shared', 'unknown', undefined),
  droneProducers: fc.integer({ min: 1, max: 8 }),
  drones: fc.integer({ min: 1, max: 12 }),
  colony: fc.boolean(),
  group: fc.constantFrom(undefined, 'one', 'other'),
});

/** Generates records of queens in any order, including close inbreeding and selfing. */
export const stocks: fc.Arbitrary<BeeQueen[]> = fc
  .array(DRAW, { minLength: 1, maxLength: 18 })
  .map((draws) =>
    draws.map((draw, index): BeeQueen => {
      const { drones, colony, droneProducers, group } = draw;
      const earlier = (number: number) => `q${index - 1 - (number % Math.min(index, 5))}`;
      const mating = (kind: typeof draw.kind, sire: number): BeeMating | undefined => {
        if (kind === undefined) return undefined;
        if (kind === 'shared') return { kind: 'unknown', group: `g${sire % 2}`, droneProducers, drones };
        if (kind === 'own drones') return { kind: 'single queen', sire: `q${index}`, drones };
        if (kind === 'unknown' || index === 0) return { kind: 'unknown', droneProducers, drones };
        return kind === 'dpq'
          ? { kind, sire: earlier(sire), droneProducers, drones, ...(group && { group }) }
          : { kind, sire: earlier(sire), drones };
      };
      const record = { id: `q${index}`, mating: mating(draw.kind, draw.sire), colony };
      if (index === 0 || draw.known === 0) return record;
      if (draw.known > 1) return { ...record, dam: earlier(draw.dam) };
      return { ...record, damMating: mating(draw.kind === 'own drones' ? 'dpq' : draw.kind, draw.sireOfDam) };
    }),
  )
  .chain((records) => fc.shuffledSubarray(records, { minLength: records.length }));
