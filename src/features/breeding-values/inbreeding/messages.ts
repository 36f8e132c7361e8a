import type { Pairs, PairsInput } from '../mating-plans/plan-pairs.js';
import type { PedigreeRecord } from '../pedigree-record.js';

/** Inbreeding of the queens of one birth year. */
export interface InbreedingOfYear {
  /** Null if unknown. */
  year: number | null;
  queens: number;
  /** Number of queens with a coefficient above 0. */
  inbred: number;
  /** Mean coefficient of all queens, 0 to 1. */
  mean: number;
}

export type ToThread =
  | { kind: 'daughters'; records: string; dams: readonly string[] }
  /** One batch of all queens of an account. */
  | { kind: 'queens'; records: PedigreeRecord[] }
  | { kind: 'by year' }
  | { kind: 'pairs'; input: PairsInput };

export type FromThread =
  | { kind: 'coefficients'; coefficients: Float64Array }
  | { kind: 'received' }
  | { kind: 'years'; years: InbreedingOfYear[] }
  | { kind: 'pairs'; pairs: Pairs };
