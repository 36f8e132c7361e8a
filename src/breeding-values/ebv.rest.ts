import { restTrait } from '../evaluations/trait.rest.js';
import { selection, toRest, type Members } from '../rest/members.js';

/** A run, where it is only said which. */
const RUN_MEMBERS = {
  id: 'id',
  status: 'status',
  computed_at: 'computedAt',
  source: 'source',
  method: 'method',
} as const satisfies Members;

const RUN_DETAILS = {
  base_years: 'baseYears',
  report: 'report',
  progress: 'progress',
  error: 'error',
  created_at: 'createdAt',
} as const satisfies Members;

export interface ValueRow {
  queenId: string;
  /** Undefined where the caller may not read queens. */
  queen?: { name: string } | null;
  trait: string;
  entityType: string;
  raw: number | null;
  normalized: number;
  reliability: number | null;
  runId: string;
}

export interface RunRow {
  id: string;
  traits: string[];
  parameters: Record<string, unknown> | null;
}

export const RUN_FIELDS = selection(RUN_MEMBERS);
export const RUN_DETAIL_FIELDS = `${RUN_FIELDS} ${selection(RUN_DETAILS)} traits parameters`;
export const VALUE_FIELDS = 'queenId queen { name } trait entityType raw normalized reliability runId';

export const runBody = (run: object | null): Record<string, unknown> | null => run && toRest(RUN_MEMBERS, run);

/** A run with what it was asked for and how it went. */
export function runDetail(run: RunRow): Record<string, unknown> {
  const { parameters } = run;
  return {
    ...runBody(run),
    traits: run.traits.map(restTrait),
    parameters:
      parameters && Object.fromEntries(Object.entries(parameters).map(([trait, values]) => [restTrait(trait), values])),
    ...toRest(RUN_DETAILS, run),
  };
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
