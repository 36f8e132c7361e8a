import type { Pairs, PairsInput } from '../mating-plans/plan-pairs.js';

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
  | { kind: 'daughters'; packed: string; dams: readonly string[] }
  /** One batch of queens: a JSON list of `[record, birth year]`. */
  | { kind: 'queens'; packed: string }
  | { kind: 'by year' }
  | { kind: 'pairs'; input: PairsInput };

export type FromThread =
  | { kind: 'coefficients'; coefficients: Float64Array }
  | { kind: 'received' }
  | { kind: 'years'; years: InbreedingOfYear[] }
  | { kind: 'pairs'; pairs: Pairs };
