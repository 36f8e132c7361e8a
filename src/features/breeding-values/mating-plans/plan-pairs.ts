import {
  ancestryOf,
  plannedInbreeding,
  plannedValues,
  type BeePedigree,
  type DroneUse,
  type PlannedMatings,
} from '../../../blup/index.js';
import { pedigreeOf } from '../inbreeding/compute.js';
import { beeOf, unpack, type PackedRecord } from '../pedigree-record.js';

/** The value of a queen, or of her workers: the place of its trait, and û in the trait's unit. */
export type PackedValue = [queenId: string, ofWorkers: boolean, trait: number, raw: number];

/** All that planned matings are worked out from; of plain values, for another thread. */
export interface PairsQuestion {
  /** JSON of `PackedRecord`: these queens and all their ancestors. */
  records: string;
  /** JSON of `PackedValue`: theirs, and where they have none, those that lead to expect it. */
  values: string;
  /** How many traits. */
  traits: number;
  queens: readonly string[];
  droneMothers: readonly string[];
  use: DroneUse;
}

/** Of every queen (row) with every drone mother (column). */
export interface Pairs {
  inbreeding: PlannedMatings;
  /** Expected raw values, by trait. */
  values: PlannedMatings[];
}

/**
 * The inbreeding and the values to be expected of the offspring of each pair. A queen of whose mating nothing is known
 * has daughters by unknown drones; a value that there is not is expected from the parents, 0 being that of unknown ones.
 *
 * @throws {PedigreeError} where a queen is her own ancestor
 */
export function planPairs({ records, values, traits, queens, droneMothers, use }: PairsQuestion): Pairs {
  const bees = new Map((JSON.parse(records) as PackedRecord[]).map((row) => [row[0], beeOf(unpack(row), true)]));
  const asked = new Set([...queens, ...droneMothers]);
  const pedigree = pedigreeOf(ancestryOf((id) => bees.get(id as string), asked, 'with workers'));
  return {
    inbreeding: plannedInbreeding(pedigree, queens, droneMothers, use),
    values: byNode(pedigree, JSON.parse(values) as PackedValue[], traits).map((each) =>
      plannedValues(pedigree, each, queens, droneMothers, use),
    ),
  };
}

/** By trait the values by node, NaN where there is none. */
function byNode(pedigree: BeePedigree, values: readonly PackedValue[], traits: number): Float64Array[] {
  const { relationship, places, queenNode, workerNode } = pedigree;
  const found = Array.from({ length: traits }, () => new Float64Array(relationship.size).fill(NaN));
  for (const [id, ofWorkers, trait, raw] of values) {
    const place = places.get(id);
    const node = place === undefined ? -1 : (ofWorkers ? workerNode : queenNode)[place]!;
    if (node >= 0) found[trait]![node] = raw;
  }
  return found;
}
