import type { BeeParameters, Normalization, Prediction, ReliabilityError } from '../../../blup/index.js';
import type { DroneGroups } from '../pedigree-record.js';
import type { QueenRecord, TestRecord } from './population.js';
import type { Method, RunParameters } from './run.checks.js';

export interface RunSettings {
  method: Method;
  /** Columns of the traits, see `Trait`. */
  traits: string[];
  baseYears: number;
  droneGroups: DroneGroups;
  validationSeasons: number;
  /** Variances by GraphQL name of the trait. */
  parameters: RunParameters;
}

/** Statistics that show how well a run predicts the tests of the last seasons. */
export interface PredictionReport extends Prediction {
  /** Number of last seasons with hidden tests. */
  seasons: number;
  hiddenTests: number;
  /** The bias in genetic standard deviations, and in points of the normalized scale. */
  biasInSd: number | null;
  biasInPoints: number | null;
  /** Points of a plot for some tested queens, in the unit of the trait. */
  points: [expected: number, observed: number][];
}

/** Report of one trait. */
export interface TraitReport {
  /** Number of evaluations with a value. */
  records: number;
  /** Number of contemporary groups (apiary × season). */
  groups: number;
  /**
   * Number of groups with almost no information (a single colony, or daughters of one dam only). `weakGroups` lists at
   * most 100 of these groups.
   */
  weak: number;
  weakGroups: { year: number; apiaryId: string | null; records: number; reason: 'single' | 'one family' }[];
  parameters?: BeeParameters;
  /** Source of published variances. */
  source?: string;
  /** Present if the variances were estimated. */
  estimation?: {
    iterations: number;
    converged: boolean;
    /** Whether a variance is 0 or the correlation is ±1. */
    atBoundary: boolean;
    logLikelihood: number;
    /** Null for a variance without a standard error. */
    standardErrors?: Record<keyof BeeParameters, number | null>;
  };
  reliability?: 'exact' | 'approximate';
  /** Estimated errors of approximate reliabilities. */
  reliabilityError?: ReliabilityError;
  /** Reference of the normalized scale: birth years, and mean and standard deviation of raw values. */
  scale?: Normalization;
  /** Check of the prediction; undefined if the run has no check, or if there are too few older tests. */
  prediction?: PredictionReport | undefined;
  /** Reason why there are no values. */
  refused?: string;
  /** The code of the `ModelError`. */
  refusedCode?: string;
  refusedParams?: Readonly<Record<string, number>>;
}

export interface RunResult {
  /** Digest of the input rows in their order. */
  fingerprint: string;
  queens: number;
  /** Number of queens with an inbreeding coefficient above 0, and mean coefficient of all queens. */
  inbred: number;
  meanInbreeding: number;
  /** Queens with an impossible mating, which counts as unknown: the number of these queens, and some of their ids. */
  ignoredMatings?: { queens: number; ids: string[] };
  traits: Record<string, TraitReport>;
}

/** Columns of `breeding_value` that a run computes, with their types. */
export const VALUE_COLUMNS = {
  queen_id: 'uuid',
  trait: 'text',
  entity_type: 'text',
  raw: 'float8',
  normalized: 'float8',
  reliability: 'float8',
  // Contributions; null for workers.
  parent_average: 'float8',
  family: 'float8',
  own_test: 'float8',
  offspring: 'float8',
};

/** A row of `breeding_value`, in the order of `VALUE_COLUMNS`. */
export type ValueRow = (string | number | null)[];

export type ToWorker =
  | { kind: 'queens'; rows: QueenRecord[] }
  | { kind: 'tests'; rows: TestRecord[] }
  | { kind: 'compute'; settings: RunSettings }
  /** Requests the next batch of values, after the previous batch was stored. */
  | { kind: 'more' };

export type FromWorker =
  | { kind: 'received' }
  | { kind: 'progress'; fraction: number }
  | { kind: 'result'; result: RunResult }
  /**
   * @param done fraction of the queens whose values have been sent
   * @param columns a PostgreSQL array literal for each column. The thread formats them, because the main thread would
   *   block requests during this work
   */
  | { kind: 'values'; done: number; columns: string[] }
  | { kind: 'end' }
  /** @param traits reports, if no trait can be evaluated */
  | { kind: 'refused'; message: string; traits?: Record<string, TraitReport> };
