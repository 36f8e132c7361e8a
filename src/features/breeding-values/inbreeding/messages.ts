import type { Pairs, PairsQuestion } from '../mating-plans/plan-pairs.js';

/** The inbreeding of the queens born in a year. */
export interface InbreedingOfYear {
  /** Null: of those whose year of birth is not known. */
  year: number | null;
  queens: number;
  /** Those whose coefficient is above 0. */
  inbred: number;
  /** Mean coefficient of all of them, 0 to 1. */
  mean: number;
}

export type ToThread =
  | { kind: 'daughters'; packed: string; dams: readonly string[] }
  /** JSON: `[record, year of birth]` of some of all queens. */
  | { kind: 'queens'; packed: string }
  | { kind: 'by year' }
  | { kind: 'pairs'; question: PairsQuestion };

export type FromThread =
  | { kind: 'coefficients'; coefficients: Float64Array }
  | { kind: 'taken' }
  | { kind: 'years'; years: InbreedingOfYear[] }
  | { kind: 'pairs'; pairs: Pairs };
