import { pathFrom, type Kin, type Lineage } from './lineage.js';

/** An ancestor with several positions. */
export interface Repeat {
  /** A number from 1, in the order of the first positions of these ancestors. */
  number: number;
  /** The positions in ascending order. */
  positions: readonly number[];
  /** Whether the ancestor is on both sides and therefore causes inbreeding. */
  common: boolean;
}

/** Returns the side of a position: 2 (dam) or 3 (sire); 1 for position 1. */
const sideOf = (position: number): number => pathFrom(position).at(-2) ?? 1;

/** Returns the ancestors with several positions, by id. */
export function repeatsIn({ places }: Lineage<Kin>): ReadonlyMap<string, Repeat> {
  const positions = new Map<string, number[]>();
  for (const [position, { id }] of [...places].sort(([a], [b]) => a - b)) {
    positions.set(id, [...(positions.get(id) ?? []), position]);
  }
  const several = [...positions].filter(([, at]) => at.length > 1);
  return new Map(
    several.map(([id, at], index) => [
      id,
      { number: index + 1, positions: at, common: new Set(at.map(sideOf)).size > 1 },
    ]),
  );
}
