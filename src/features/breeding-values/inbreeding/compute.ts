import {
  ancestryOf,
  beePedigree,
  PedigreeError,
  type BeePedigree,
  type BeeQueen,
  type Id,
} from '../../../blup/index.js';
import { toBeeQueen, type PedigreeRecord } from '../pedigree-record.js';
import { possibleMatings } from './possible-matings.js';

/**
 * Coefficients are rounded to 12 decimals, because the last bits can depend on which part of the pedigree was loaded. A
 * coefficient is often a sum of powers of ½, and can then lie exactly halfway between two numbers of 12 decimals. The
 * added 0.01 rounds such a coefficient up, even if its last bits are wrong.
 */
const COEFFICIENT_STEPS = 1e12;
export const roundCoefficient = (coefficient: number): number =>
  Math.round(coefficient * COEFFICIENT_STEPS + 0.01) / COEFFICIENT_STEPS;

/**
 * Returns the pedigree of queens. An impossible mating (see `possibleMatings`) counts as unknown.
 * @param onIgnoredMating called for every queen with such a mating
 * @throws {PedigreeError}
 */
export function pedigreeOf(records: readonly BeeQueen[], onIgnoredMating?: (id: Id) => void): BeePedigree {
  try {
    return beePedigree(records);
  } catch (error) {
    if (!(error instanceof PedigreeError && error.faults.some(({ kind }) => kind === 'cycle'))) throw error;
    const possible = possibleMatings(records);
    possible.forEach((record, place) => record !== records[place] && onIgnoredMating?.(record.id));
    return beePedigree(possible);
  }
}

/** Queens by id, each with a worker group. */
export type BeeRecordsById = ReadonlyMap<string, BeeQueen>;

/** @param records JSON list of `PedigreeRecord` in any order */
export const beesById = (records: string): BeeRecordsById =>
  new Map((JSON.parse(records) as PedigreeRecord[]).map((record) => [record.id, toBeeQueen(record, true)]));

/**
 * Computes the inbreeding coefficient of the daughters of each dam: half the relationship of the dam to her mates.
 * @param records dams and all their ancestors, by id
 * @returns coefficients in the order of `dams`; 0 for an unknown dam
 * @throws {PedigreeError} if a queen is her own ancestor
 */
export function inbreedingOfDaughters(records: BeeRecordsById, dams: readonly string[]): Float64Array {
  const known = dams.filter((dam) => records.has(dam));
  const { relationship, places, workerNode } = pedigreeOf(
    ancestryOf((id) => records.get(id as string), known, 'with workers'),
  );
  return Float64Array.from(dams, (dam) => {
    const node = records.has(dam) ? workerNode[places.get(dam) ?? -1] : undefined;
    return node === undefined ? 0 : roundCoefficient(relationship.inbreeding[node] ?? NaN);
  });
}
