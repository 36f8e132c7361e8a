/** The data of a queen that determine her position and the name of her relationship. */
export interface Kin {
  id: string;
  name: string;
  matingType: string | null;
}

/**
 * The known ancestors by position: the queen is at 1, the dam of n at 2n, the sire of n at 2n + 1. In the pedigree of
 * her daughters, position 1 is empty: the queen is at 2, and her mate at 3.
 */
export interface Lineage<Q extends Kin = Kin> {
  of: 'queen' | 'daughters';
  /** Number of generations of ancestors of position 1. */
  depth: number;
  places: ReadonlyMap<number, Q>;
  /**
   * The mate of the queen: the dam of her drone producers (4a) or, if a single queen produced the drones, that queen
   * (1b).
   */
  mate: Q | null;
}

export interface Placed<Q> {
  position: number;
  queen: Q;
}

/** The position of the mate of position 1. The mate is not an ancestor. */
export const MATE = 0;

export const queenAt = <Q extends Kin>({ places, mate }: Lineage<Q>, position: number): Q | null =>
  (position === MATE ? mate : places.get(position)) ?? null;

export const generationOf = (position: number): number => (position === MATE ? 0 : 31 - Math.clz32(position));
export const damOf = (position: number): number => 2 * position;
export const sireOf = (position: number): number => 2 * position + 1;
export const childOf = (position: number): number => position >> 1;
export const isSire = (position: number): boolean => position > 1 && position % 2 === 1;

/** Returns the positions from a position down to position 1. */
export function pathFrom(position: number): number[] {
  const path = [];
  for (let at = position; at >= 1; at = childOf(at)) path.push(at);
  return path;
}

/** Converts a position in the pedigree of the queen at `root` to a position in the whole pedigree. */
export function below(root: number, position: number): number {
  const first = 2 ** generationOf(position);
  return root * first + (position - first);
}

/** Whether the mate of a queen is the drone producer herself (1b), not the dam of several drone producers (4a). */
export const byProducer = (mother: Pick<Kin, 'matingType'>): boolean =>
  mother.matingType === 'single_queen' || mother.matingType === 'single_drone';

export function ofQueen<Q extends Kin>(
  queen: Q,
  depth: number,
  ancestors: readonly Placed<Q>[],
  mate: Q | null,
): Lineage<Q> {
  const places = new Map([[1, queen]]);
  for (const { position, queen: ancestor } of ancestors) {
    if (generationOf(position) <= depth) places.set(position, ancestor);
  }
  return { of: 'queen', depth, places, mate };
}

/**
 * Returns the pedigree of a queen's daughters: the pedigree of the queen above, that of her mate below, each with one
 * generation less.
 */
export function ofDaughters<Q extends Kin>(
  queen: Q,
  depth: number,
  ancestors: readonly Placed<Q>[],
  mate: { queen: Q; ancestors: readonly Placed<Q>[] } | null,
): Lineage<Q> {
  const places = new Map<number, Q>();
  const put = (root: number, placed: readonly Placed<Q>[]) => {
    for (const { position, queen: ancestor } of placed) {
      if (generationOf(position) < depth) places.set(below(root, position), ancestor);
    }
  };
  put(2, [{ position: 1, queen }, ...ancestors]);
  if (mate) put(3, [{ position: 1, queen: mate.queen }, ...mate.ancestors]);
  return { of: 'daughters', depth, places, mate: null };
}

/**
 * The breeders' name of a position: 1a, 2a, 4a of 2a. In older generations, the name of the position contains the name
 * of another queen, as in "4a of Jutta".
 */
export type Label =
  | { of: '1a' | '2a' | 'daughters' }
  | { of: '4a' | '1b' | 'sire' | 'dam'; whose: '1a' | '2a' | { name: string } | null };

export function labelOf({ of, places, mate }: Lineage, position: number): Label {
  const own = of === 'queen' ? 1 : 2;
  if (position === MATE) {
    const queen = places.get(own);
    return { of: mate && queen && byProducer(queen) ? '1b' : '4a', whose: null };
  }
  if (position === own) return { of: '1a' };
  if (position === 2 * own) return { of: '2a' };
  if (position === 1) return { of: 'daughters' };
  const child = childOf(position);
  if (!isSire(position)) return { of: 'dam', whose: nameAt(places, child) };
  const mother = places.get(position - 1);
  if (!mother) return { of: 'sire', whose: child === own ? '1a' : nameAt(places, child) };
  const whose = position - 1 === own ? null : position - 1 === 2 * own ? '2a' : { name: mother.name };
  return { of: byProducer(mother) ? '1b' : '4a', whose };
}

function nameAt(places: ReadonlyMap<number, Kin>, position: number) {
  const queen = places.get(position);
  return queen ? { name: queen.name } : null;
}
