import { restTrait, TRAIT_WORDS } from '../../core/traits.js';
import { isObject } from '../../core/objects.js';
import type { BodyShape } from '../../rest/body-shape.js';
import { selection, toRest, type Members } from '../../rest/members.js';
import { runRules } from './runs/run.checks.js';

/** Members of a run that accompany breeding values. */
export const RUN_MEMBERS = {
  id: 'id',
  status: 'status',
  computed_at: 'computedAt',
  source: 'source',
  method: 'method',
} as const satisfies Members;

export const RUN_DETAILS = {
  base_years: 'baseYears',
  validation_seasons: 'validationSeasons',
  report: 'report',
  fingerprint: 'fingerprint',
  progress: 'progress',
  error: 'error',
  created_at: 'createdAt',
} as const satisfies Members;

/** Members of the default variances of a trait. */
export const PUBLISHED_MEMBERS = {
  unit: 'unit',
  worker: 'worker',
  queen: 'queen',
  covariance: 'covariance',
  residual: 'residual',
  source: 'source',
} as const satisfies Members;

export const publishedBody = (row: { trait: string }): Record<string, unknown> => ({
  trait: restTrait(row.trait),
  ...toRest(PUBLISHED_MEMBERS, row),
});

/** Options of a run, with REST names of traits. */
export const RUN_SHAPE: BodyShape = {
  members: {
    ...{ traits: 'traits', method: 'method', base_years: 'baseYears' },
    ...{ drone_groups: 'droneGroups', validation_seasons: 'validationSeasons', parameters: 'parameters' },
  },
  rules: runRules(TRAIT_WORDS, { by_year: 'BY_YEAR', by_dam: 'BY_DAM' }),
  readOnly: [],
};

/** Contributions to a breeding value. */
export const CONTRIBUTION_MEMBERS = {
  parent_average: 'parentAverage',
  family: 'family',
  own_test: 'ownTest',
  offspring: 'offspring',
} as const satisfies Members;

export interface ValueRow {
  queenId: string;
  /** Undefined if the caller may not read queens. */
  queen?: { name: string } | null;
  trait: string;
  entityType: string;
  raw: number | null;
  normalized: number;
  reliability: number | null;
  runId: string;
}

/** A value with its contributions. */
export interface ValueWithContributions extends ValueRow {
  pieces: object | null;
}

export interface RunRow {
  id: string;
  traits: string[];
  droneGroups: string | null;
  /** Variances by trait, or `estimate` until they are estimated. */
  parameters: Record<string, unknown> | string | null;
  report: unknown;
}

export const RUN_FIELDS = selection(RUN_MEMBERS);
export const RUN_DETAIL_FIELDS = `${RUN_FIELDS} ${selection(RUN_DETAILS)} traits droneGroups parameters`;
export const VALUE_FIELDS = 'queenId queen { name } trait entityType raw normalized reliability runId';
export const VALUE_WITH_CONTRIBUTIONS_FIELDS = `${VALUE_FIELDS} pieces { ${selection(CONTRIBUTION_MEMBERS)} }`;

export const runBody = (run: object | null): Record<string, unknown> | null => run && toRest(RUN_MEMBERS, run);

/** Body of a run with its options and report. */
export function runDetail(run: RunRow): Record<string, unknown> {
  const { parameters } = run;
  const byTrait = typeof parameters === 'object' && parameters !== null;
  return {
    ...runBody(run),
    traits: run.traits.map(restTrait),
    drone_groups: run.droneGroups?.toLowerCase() ?? null,
    parameters: byTrait
      ? Object.fromEntries(Object.entries(parameters).map(([trait, values]) => [restTrait(trait), values]))
      : parameters,
    ...toRest(RUN_DETAILS, run),
    report: reportBody(run.report),
  };
}

/** Returns the report with REST names of members and traits. */
function reportBody(report: unknown): unknown {
  if (!isObject(report)) return report;
  const { traits, ...others } = report;
  const renamed = isObject(traits)
    ? Object.fromEntries(Object.entries(traits).map(([trait, each]) => [restTrait(trait), inSnakeCase(each)]))
    : traits;
  return { ...(inSnakeCase(others) as object), ...(traits !== undefined && { traits: renamed }) };
}

/** @param levels maximum depth, because an imported report can be nested to any depth */
function inSnakeCase(value: unknown, levels = 6): unknown {
  if (levels === 0) return value;
  if (Array.isArray(value)) return value.map((each) => inSnakeCase(each, levels - 1));
  if (!isObject(value)) return value;
  const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [snakeCase(name), inSnakeCase(each, levels - 1)]),
  );
}

export function valueBody(value: ValueRow): Record<string, unknown> {
  return {
    queen_id: value.queenId,
    queen_name: value.queen?.name,
    trait: restTrait(value.trait),
    entity_type: value.entityType,
    raw_value: value.raw,
    normalized_value: value.normalized,
    reliability_r2: value.reliability,
    run_id: value.runId,
  };
}

export const valueWithContributionsBody = (value: ValueWithContributions): Record<string, unknown> => ({
  ...valueBody(value),
  pieces: value.pieces && toRest(CONTRIBUTION_MEMBERS, value.pieces),
});
