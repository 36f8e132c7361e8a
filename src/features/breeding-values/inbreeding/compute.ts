import {
  ancestryOf,
  beePedigree,
  PedigreeError,
  type BeePedigree,
  type BeeQueen,
  type Id,
} from '../../../blup/index.js';
import { beeOf, unpack, type PackedRecord } from '../pedigree-record.js';
import { possibleMatings } from './possible-matings.js';

/**
 * Coefficients are told with 12 decimals: what is computed from one part of a pedigree or another may differ in the last
 * bits, and a client that sends back what it read must not be told that it is another number. Halves of the last
 * decimal, which sums of powers of ½ often come to, are all rounded up, with whatever bits are lost.
 */
const STEPS = 1e12;
export const told = (coefficient: number): number => Math.round(coefficient * STEPS + 0.01) / STEPS;

/**
 * The pedigree of these; a mating that cannot be counts as an unknown one.
 * @param ignored is told of every queen with such a mating
 * @throws {PedigreeError}
 */
export function pedigreeOf(records: readonly BeeQueen[], ignored?: (id: Id) => void): BeePedigree {
  try {
    return beePedigree(records);
  } catch (error) {
    if (!(error instanceof PedigreeError && error.faults.some(({ kind }) => kind === 'cycle'))) throw error;
    const possible = possibleMatings(records);
    possible.forEach((record, place) => record !== records[place] && ignored?.(record.id));
    return beePedigree(possible);
  }
}

/** Of queens, by id; each may have a colony of her own. */
export type Records = ReadonlyMap<string, BeeQueen>;

/** @param packed JSON: records as `PACKED` makes them, in any order */
export const recordsOf = (packed: string): Records =>
  new Map((JSON.parse(packed) as PackedRecord[]).map((row) => [row[0], beeOf(unpack(row), true)]));

/**
 * The inbreeding coefficient that all daughters of a dam have in common, half the relationship of the dam and her mates.
 *
 * @param records of the dams and of all their ancestors, by id
 * @returns in the order of `dams`; 0 for one that is not among them
 * @throws {PedigreeError} where a queen is her own ancestor
 */
export function inbreedingOfDaughters(records: Records, dams: readonly string[]): Float64Array {
  const known = dams.filter((dam) => records.has(dam));
  const { relationship, places, workerNode } = pedigreeOf(
    ancestryOf((id) => records.get(id as string), known, 'with workers'),
  );
  return Float64Array.from(dams, (dam) =>
    records.has(dam) ? told(relationship.inbreeding[workerNode[places.get(dam)!]!]!) : 0,
  );
}
