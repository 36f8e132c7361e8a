import type { Pairs, PairsQuestion } from '../mating-plans/plan-pairs.js';

/** Inbreeding of the queens of one birth year. */
export interface InbreedingOfYear {
  /** Birth year; null if unknown. */
  year: number | null;
  queens: number;
  /** Number of queens with a coefficient above 0. */
  inbred: number;
  /** Mean coefficient of all queens, 0 to 1. */
  mean: number;
}

export type ToThread =
  | { kind: 'daughters'; packed: string; dams: readonly string[] }
  /** JSON list of `[record, birth year]`: one batch of queens. */
  | { kind: 'queens'; packed: string }
  | { kind: 'by year' }
  | { kind: 'pairs'; question: PairsQuestion };

export type FromThread =
  | { kind: 'coefficients'; coefficients: Float64Array }
  | { kind: 'taken' }
  | { kind: 'years'; years: InbreedingOfYear[] }
  | { kind: 'pairs'; pairs: Pairs };
