import { Trait } from '../../evaluations/trait.enums.js';
import type { EbvRun } from '../ebv-run.entity.js';
import type { EbvPrediction } from './prediction.types.js';
import {
  ReliabilityMethod,
  WeakGroupReason,
  type EbvTraitReport,
  type EbvWarning,
  type NormalizationScale,
  type ReliabilityError,
} from './report.types.js';
import type { VarianceErrors, VarianceEstimation, VarianceParameters } from './variance.types.js';

type StoredReport = Readonly<Record<string, unknown>>;

/** A report from an edited export or from an earlier version can be invalid. Its invalid parts are ignored. */
const objectIn = (value: unknown): StoredReport | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as StoredReport) : null;
const numberIn = (value: unknown): number | null => (Number.isFinite(value) ? (value as number) : null);
const countIn = (value: unknown): number | null =>
  Number.isInteger(value) && Math.abs(value as number) < 2 ** 31 ? (value as number) : null;
const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Reads the numbers with these names from an object; returns null if a number is missing. */
function numbersIn<Word extends string>(value: unknown, ...words: Word[]): Record<Word, number> | null {
  const stored = objectIn(value);
  const found = words.map((word) => [word, numberIn(stored?.[word])] as const);
  return found.some(([, number]) => number === null) ? null : (Object.fromEntries(found) as Record<Word, number>);
}

const parametersIn = (value: unknown): VarianceParameters | null =>
  numbersIn(value, 'worker', 'queen', 'covariance', 'residual');

function scaleIn(value: unknown): NormalizationScale | null {
  const scale = numbersIn(value, 'fromYear', 'toYear', 'queens', 'mean', 'sd');
  return scale && [scale.fromYear, scale.toYear, scale.queens].every((each) => countIn(each) !== null) ? scale : null;
}

function reliabilityErrorIn(value: unknown): ReliabilityError | null {
  const error = numbersIn(value, 'sample', 'mean', 'largest');
  return error && countIn(error.sample) !== null ? error : null;
}

function errorsIn(value: unknown): VarianceErrors | null {
  const stored = objectIn(value);
  if (!stored) return null;
  return {
    worker: numberIn(stored.worker),
    queen: numberIn(stored.queen),
    covariance: numberIn(stored.covariance),
    residual: numberIn(stored.residual),
  };
}

function estimationIn(value: unknown): VarianceEstimation | null {
  const stored = objectIn(value);
  const [iterations, logLikelihood] = [countIn(stored?.iterations), numberIn(stored?.logLikelihood)];
  if (!stored || iterations === null || logLikelihood === null) return null;
  return {
    iterations,
    logLikelihood,
    converged: stored.converged === true,
    atBoundary: stored.atBoundary === true,
    standardErrors: errorsIn(stored.standardErrors),
  };
}

function predictionIn(value: unknown): EbvPrediction | null {
  const stored = objectIn(value);
  const counts = ['seasons', 'hiddenTests', 'focalQueens', 'testedQueens'] as const;
  const counted = numbersIn(value, ...counts);
  if (!stored || !counted || counts.some((word) => countIn(counted[word]) === null)) return null;
  return {
    ...counted,
    bias: numberIn(stored.bias),
    biasInSd: numberIn(stored.biasInSd),
    biasInPoints: numberIn(stored.biasInPoints),
    dispersion: numberIn(stored.dispersion),
    consistency: numberIn(stored.consistency),
    predictiveAbility: numberIn(stored.predictiveAbility),
    points: listIn(stored.points).flatMap((point) => {
      const [expected, observed] = listIn(point).map(numberIn);
      return expected == null || observed == null ? [] : [{ expected, observed }];
    }),
  };
}

const METHODS = Object.values(ReliabilityMethod) as readonly unknown[];
const REASONS = Object.values(WeakGroupReason) as readonly unknown[];

function traitsOf({ report }: EbvRun): [trait: Trait, stored: StoredReport][] {
  const traits = objectIn(objectIn(report)?.traits);
  return Object.entries(Trait).flatMap(([word, trait]) => {
    const stored = objectIn(traits?.[word]);
    return stored ? [[trait, stored]] : [];
  });
}

/** Returns the reports by trait; empty for imported and cancelled runs, and until the run has ended. */
export function traitReportsOf(run: EbvRun): EbvTraitReport[] {
  return traitsOf(run).map(([trait, stored]) => ({
    trait,
    records: countIn(stored.records) ?? 0,
    groups: countIn(stored.groups) ?? 0,
    weakGroups: weakGroupsIn(stored),
    parameters: parametersIn(stored.parameters),
    source: textIn(stored.source),
    estimation: estimationIn(stored.estimation),
    reliability: METHODS.includes(stored.reliability) ? (stored.reliability as ReliabilityMethod) : null,
    reliabilityError: reliabilityErrorIn(stored.reliabilityError),
    scale: scaleIn(stored.scale),
    prediction: predictionIn(stored.prediction),
    refused: textIn(stored.refused),
    refusedCode: textIn(stored.refusedCode),
    refusedParams: objectIn(stored.refusedParams),
  }));
}

/** Number of weak groups (groups with almost no information), including groups that the report does not list. */
const weakGroupsIn = (stored: StoredReport): number =>
  Math.max(countIn(stored.weak) ?? 0, listIn(stored.weakGroups).length);

/** Returns the contemporary groups with almost no information, by trait. */
export function warningsOf(run: EbvRun): EbvWarning[] {
  return traitsOf(run).flatMap(([trait, stored]) =>
    listIn(stored.weakGroups).flatMap((each): EbvWarning[] => {
      const group = objectIn(each);
      const [year, records] = [countIn(group?.year), countIn(group?.records)];
      if (!group || year === null || records === null || !REASONS.includes(group.reason)) return [];
      const reason = group.reason as WeakGroupReason;
      const apiaryId = textIn(group.apiaryId);
      return [
        { trait, year, apiaryId, records, reason, message: messageFor(reason, year, records, apiaryId !== null) },
      ];
    }),
  );
}

/** Returns the number of warnings that the report does not list. */
export function moreWarningsOf(run: EbvRun): number {
  const all = traitsOf(run).reduce((sum, [, stored]) => sum + weakGroupsIn(stored), 0);
  return Math.max(0, all - warningsOf(run).length);
}

function messageFor(reason: WeakGroupReason, year: number, records: number, hasApiary: boolean): string {
  const place = hasApiary ? 'at this apiary' : 'without an apiary';
  return reason === WeakGroupReason.SINGLE
    ? `In ${year}, only one colony was tested ${place}. It cannot be compared with others, so its result says almost nothing about its queen. Test at least one colony of another family at the same place.`
    : `In ${year}, the queens of all ${records} colonies tested ${place} have the same dam. They can only be compared with each other, so their results say almost nothing about the family. Test colonies of other families at the same place.`;
}
