import {
  ancestryOf,
  plannedInbreeding,
  plannedValues,
  type BeePedigree,
  type DroneUse,
  type PlannedMatings,
} from '../../../blup/index.js';
import { beesById, pedigreeOf } from '../inbreeding/compute.js';

/** Value of a queen or of her workers. `trait` is the index of the trait; `raw` is in its unit. */
export type PackedValue = [queenId: string, ofWorkers: boolean, trait: number, raw: number];

/** Input for planned matings, as plain values that can be sent to a thread. */
export interface PairsInput {
  /** JSON list of `PedigreeRecord`: the queens with all their ancestors. */
  records: string;
  /**
   * JSON list of `PackedValue`. It contains the values of the queens. For a queen without values of her own or of her
   * workers, the list also contains the values of her ancestors and mates, because they determine the expected values.
   */
  values: string;
  traits: number;
  queens: readonly string[];
  droneMothers: readonly string[];
  use: DroneUse;
}

/** Results for every queen (row) and drone mother (column). */
export interface Pairs {
  inbreeding: PlannedMatings;
  /** Expected raw values of each trait. */
  values: PlannedMatings[];
}

/**
 * Computes the inbreeding and the expected values of the offspring of each pair. Daughters of a queen without a known
 * mating have unknown sires. If the value of a queen is missing, the value that is expected from her parents replaces
 * it. An unknown parent counts as 0.
 *
 * @throws {PedigreeError} if a queen is her own ancestor
 */
export function planPairs({ records, values, traits, queens, droneMothers, use }: PairsInput): Pairs {
  const bees = beesById(records);
  const ids = new Set([...queens, ...droneMothers]);
  const pedigree = pedigreeOf(ancestryOf((id) => bees.get(id as string), ids, 'with workers'));
  return {
    inbreeding: plannedInbreeding(pedigree, queens, droneMothers, use),
    values: byNode(pedigree, JSON.parse(values) as PackedValue[], traits).map((each) =>
      plannedValues(pedigree, each, queens, droneMothers, use),
    ),
  };
}

/** Returns an array for each trait, with the value of each node of the pedigree; NaN for a missing value. */
function byNode(pedigree: BeePedigree, values: readonly PackedValue[], traits: number): Float64Array[] {
  const { relationship, places, queenNode, workerNode } = pedigree;
  const found = Array.from({ length: traits }, () => new Float64Array(relationship.size).fill(NaN));
  for (const [id, ofWorkers, trait, raw] of values) {
    const node = (ofWorkers ? workerNode : queenNode)[places.get(id) ?? -1] ?? -1;
    const ofTrait = found[trait];
    if (ofTrait && node >= 0) ofTrait[node] = raw;
  }
  return found;
}
