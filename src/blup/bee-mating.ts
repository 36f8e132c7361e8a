import type { Id } from './pedigree-error.js';

/** Mating of a queen: the source of the paternal genes of her workers and daughters. */
export type BeeMating =
  /**
   * With drones of `droneProducers` sister queens, daughters of `sire` (4a). Matings with the same sire, number and
   * `group` share these queens; without a group, all matings with the same sire and number.
   */
  | {
      readonly kind: 'dpq';
      readonly sire: Id;
      readonly droneProducers: number;
      readonly drones: number;
      readonly group?: Id;
    }
  /** With drones of one queen, `sire` herself (1b): type `single_queen`, and with one drone `single_drone`. */
  | { readonly kind: 'single queen'; readonly sire: Id; readonly drones: number }
  /**
   * With drones of unknown, unrelated queens. Matings with the same `group` share them; otherwise each mating has its
   * own.
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

/** Default NS and ND of a mating type, including `open` and unknown types. */
export function defaultDroneNumbers(matingType?: string | null): { droneProducers: number; drones: number } {
  const [droneProducers, drones] =
    (matingType && Object.hasOwn(DEFAULTS, matingType) && DEFAULTS[matingType]) || OPEN_MATING;
  return { droneProducers, drones };
}

/**
 * Probabilities that two workers of a colony have the same drone as father (p1) and drones of the same drone-producing
 * queen (p2), all drones and queens having equal shares [Brascamp & Bijma 2014, GSE 46:53].
 */
export function sharedFatherProbabilities(droneProducers: number, drones: number): { p1: number; p2: number } {
  return { p1: 1 / drones, p2: (droneProducers + drones - 1) / (droneProducers * drones) };
}

/** Properties of the parents that determine the relationships within a family of bees. */
export interface Family {
  /** F of the dam. */
  damInbreeding: number;
  /** NS and ND. */
  droneProducers: number;
  drones: number;
  /** F_s of the drone-producing queens. */
  sireInbreeding: number;
  /** a_SS, relationship between two drone-producing queens; unused if there is only one. */
  betweenSires: number;
  /** a_ms = A[dam, sire group]. */
  parentsRelationship: number;
}

/** Relationship between two full sibs of a family, workers or queens: also the diagonal of its worker group. */
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

/** d of a worker group: variance of its mean given the values of the dam and the sire group. */
export function workerGroupVariance(family: Family): number {
  const { p1, p2 } = sharedFatherProbabilities(family.droneProducers, family.drones);
  const { droneProducers, sireInbreeding, betweenSires } = family;
  return (p1 * (1 - sireInbreeding)) / 4 + ((p2 - 1 / droneProducers) * (1 + sireInbreeding - betweenSires)) / 4;
}
