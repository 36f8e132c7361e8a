import type { Id } from './pedigree-error.js';

/** Mating of a queen: the source of the paternal genes of her workers and daughters. */
export type BeeMating =
  /**
   * With drones of `droneProducers` sister queens, which are daughters of `sire` (position 4a of a pedigree). Matings
   * with equal `sire`, `droneProducers` and `group` share these queens. Matings without `group` count as one group.
   */
  | {
      readonly kind: 'dpq';
      readonly sire: Id;
      readonly droneProducers: number;
      readonly drones: number;
      readonly group?: Id;
    }
  /**
   * With drones of one queen, `sire` herself (position 1b of a pedigree): mating type `single_queen`, or `single_drone`
   * if `drones` is 1.
   */
  | { readonly kind: 'single queen'; readonly sire: Id; readonly drones: number }
  /**
   * With drones of unknown, unrelated queens. Matings with equal `group` and `droneProducers` share these queens. A
   * mating without `group` does not share its queens.
   */
  | { readonly kind: 'unknown'; readonly group?: Id; readonly droneProducers: number; readonly drones: number };

/** Default numbers of drone-producing queens (NS) and drones (ND) by mating type. */
const DEFAULTS: Readonly<Record<string, readonly [droneProducers: number, drones: number]>> = {
  island_station: [8, 12],
  land_station: [8, 12],
  insemination: [8, 12],
  single_queen: [1, 12],
  single_drone: [1, 1],
};
const OPEN_MATING = [50, 12] as const;

/** Returns the default NS and ND of a mating type. Types that are not in `DEFAULTS` count as open mating. */
export function defaultDroneNumbers(matingType?: string | null): { droneProducers: number; drones: number } {
  const [droneProducers, drones] =
    (matingType && Object.hasOwn(DEFAULTS, matingType) && DEFAULTS[matingType]) || OPEN_MATING;
  return { droneProducers, drones };
}

/**
 * Returns the probabilities that two workers of a colony have the same father (p1), and that their fathers are drones
 * of one queen (p2). All drones and drone-producing queens have equal shares [Brascamp & Bijma 2014, GSE 46:53].
 */
export function sharedFatherProbabilities(droneProducers: number, drones: number): { p1: number; p2: number } {
  return { p1: 1 / drones, p2: (droneProducers + drones - 1) / (droneProducers * drones) };
}

/** Properties of the parents of a family of bees. */
export interface Family {
  /** F of the dam. */
  damInbreeding: number;
  /** NS, the number of drone-producing queens. */
  droneProducers: number;
  drones: number;
  /** F_s, the inbreeding of the drone-producing queens. */
  sireInbreeding: number;
  /** a_SS, the relationship between two drone-producing queens; unused if NS = 1. */
  betweenSires: number;
  /** a_ms = A[dam, sire group]. */
  parentsRelationship: number;
}

/** Returns a_fs, the relationship between two full sibs (workers or queens). It is also A_WW of the worker group W. */
export function fullSibs(family: Family): number {
  const { p1, p2 } = sharedFatherProbabilities(family.droneProducers, family.drones);
  return (
    (1 + family.damInbreeding) / 4 +
    p1 / 2 +
    ((p2 - p1) * (1 + family.sireInbreeding)) / 4 +
    ((1 - p2) * family.betweenSires) / 4 +
    family.parentsRelationship / 2
  );
}

/** Returns d of a worker group: the variance of its mean, conditional on the values of the dam and the sire group. */
export function workerGroupVariance(family: Family): number {
  const { p1, p2 } = sharedFatherProbabilities(family.droneProducers, family.drones);
  const { droneProducers, sireInbreeding, betweenSires } = family;
  return (p1 * (1 - sireInbreeding)) / 4 + ((p2 - 1 / droneProducers) * (1 + sireInbreeding - betweenSires)) / 4;
}
