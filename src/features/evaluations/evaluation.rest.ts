import { TRAIT_MEMBERS } from '../../core/traits.js';
import type { BodyShape } from '../../rest/body-shape.js';
import { selection, toRest, type Members } from '../../rest/members.js';
import type { EvaluationEntry } from '../queens/queen.rest.js';
import { EVALUATION_RULES } from './evaluation.checks.js';

/** Members of an evaluation that a client can change. */
const EVALUATION_INPUT = {
  queen_id: 'queenId',
  eval_year: 'year',
  evaluated_on: 'evaluatedOn',
  apiary_id: 'apiaryId',
  hive_id: 'hiveId',
  evaluator: 'evaluator',
  country_code: 'countryCode',
  postal_code: 'postalCode',
  ...TRAIT_MEMBERS,
} as const satisfies Members;

const READ_ONLY = { created_at: 'createdAt', updated_at: 'updatedAt' } as const;

export const EVALUATION_MEMBERS = { id: 'id', ...EVALUATION_INPUT, ...READ_ONLY } as const satisfies Members;

export const EVALUATION_SHAPE: BodyShape = {
  members: EVALUATION_INPUT,
  rules: EVALUATION_RULES,
  required: ['queen_id', 'eval_year'],
  oneOf: [['eval_year', 'evaluated_on'], Object.keys(TRAIT_MEMBERS)],
  readOnly: ['id', ...Object.keys(READ_ONLY)],
};

export const EVALUATION_FIELDS = selection(EVALUATION_MEMBERS);

export const evaluationBody = (evaluation: object): Record<string, unknown> => toRest(EVALUATION_MEMBERS, evaluation);

/** Fields and body of an evaluation in the body of a queen. */
export const evaluationEntry: EvaluationEntry = { fields: EVALUATION_FIELDS, body: evaluationBody };
