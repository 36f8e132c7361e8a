import type { BeeParameters, Normalization } from '../../../blup/index.js';
import type { DroneGroups } from '../pedigree-record.js';
import type { PredictionReport } from './check-prediction.js';
import type { QueenRecord, TestRecord } from './population.js';
import type { Method, RunParameters } from './run.checks.js';

export interface RunSettings {
  method: Method;
  /** Columns of the evaluations, see `Trait`. */
  traits: string[];
  baseYears: number;
  droneGroups: DroneGroups;
  validationSeasons: number;
  /** By the words of GraphQL for the traits. */
  parameters: RunParameters;
}

/** How one trait went, for the breeder to read. */
export interface TraitReport {
  /** Evaluations with a value. */
  records: number;
  /** Apiaries × seasons. */
  groups: number;
  /** Those that add next to nothing: one colony alone, or daughters of one dam only; how many, and the first of them. */
  weak: number;
  weakGroups: { year: number; apiaryId: string | null; records: number; reason: 'single' | 'one family' }[];
  parameters?: BeeParameters;
  /** Where they stem from, if they are the published ones. */
  source?: string;
  /** Where they were estimated. */
  estimation?: {
    iterations: number;
    converged: boolean;
    /** A variance came out as zero, or the correlation as ±1. */
    atBoundary: boolean;
    logLikelihood: number;
    standardErrors?: BeeParameters;
  };
  reliability?: 'exact' | 'approximate';
  /** What the normalized values are taken from: queens of these birth years, and their raw values. */
  scale?: Normalization;
  /** How well values predict the tests of the last seasons; undefined if too few tests are older. */
  prediction?: PredictionReport | undefined;
  /** Why there are no values. */
  refused?: string;
  /** The code of the `ModelError`. */
  refusedCode?: string;
}

export interface RunResult {
  /** Of what was read, in its order: the same data give the same. */
  fingerprint: string;
  queens: number;
  /** Queens with F above 0, and the mean of F over all. */
  inbred: number;
  meanInbreeding: number;
  /** Queens, and some of their ids, whose mating counted as unknown: two were each mated with the other's daughters. */
  ignoredMatings?: { queens: number; ids: string[] };
  traits: Record<string, TraitReport>;
}

/** Rows of `breeding_value`, column by column. */
export interface ValueRows {
  queenId: string[];
  trait: string[];
  entityType: string[];
  raw: number[];
  normalized: number[];
  reliability: number[];
  /** Null for workers. */
  parentAverage: (number | null)[];
  family: (number | null)[];
  ownTest: (number | null)[];
  offspring: (number | null)[];
}

/**
 * The columns of rows, each an array as PostgreSQL writes it. Made in the thread of the run: to copy and to write out
 * thousands of values would keep requests waiting.
 */
export type ValueColumns = Record<keyof ValueRows, string>;

export type ToWorker =
  | { kind: 'queens'; rows: QueenRecord[] }
  | { kind: 'tests'; rows: TestRecord[] }
  | { kind: 'compute'; settings: RunSettings }
  /** The values that were sent are stored: send more. */
  | { kind: 'more' };

export type FromWorker =
  | { kind: 'taken' }
  | { kind: 'progress'; fraction: number }
  | { kind: 'result'; result: RunResult }
  /** @param done the share of the queens of whom all values were sent */
  | { kind: 'values'; done: number; columns: ValueColumns }
  | { kind: 'end' }
  | { kind: 'refused'; message: string };
