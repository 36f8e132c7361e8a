import { byTrait, sortOf, TRAITS } from '../../core/traits.js';
import { sortParameter } from '../../rest/page.js';
import type { Parameter } from '../../rest/parameter-kinds.js';
import { detailRoute, listRoute } from '../../rest/read-routes.js';
import type { Route } from '../../rest/route.js';
import { writeRoutes } from '../../rest/write-routes.js';
import { EVALUATION_FIELDS, EVALUATION_SHAPE, evaluationBody } from './evaluation.rest.js';

const FILTERS: readonly Parameter[] = [
  { name: 'queen_id', kind: 'uuid', variable: 'filter.queenId' },
  { name: 'eval_year', kind: 'integer', minimum: 1, maximum: 9999, variable: 'filter.year' },
  { name: 'apiary_id', kind: 'uuid', variable: 'filter.apiaryId' },
  { name: 'hive_id', kind: 'uuid', variable: 'filter.hiveId' },
  {
    name: 'updated_since',
    description:
      'Only evaluations whose `updated_at` is at or after this time. To keep a copy up to date, including deletions, use `/changes`.',
    kind: 'instant',
    variable: 'filter.updatedSince',
  },
];

const SORT = sortParameter({
  eval_year: 'YEAR',
  evaluated_on: 'EVALUATED_ON',
  ...byTrait((name) => TRAITS[name].member, sortOf),
  created_at: 'CREATED_AT',
  updated_at: 'UPDATED_AT',
});

export const evaluationRoutes: Route[] = [
  listRoute({
    path: '/queens/evaluations',
    id: 'listEvaluations',
    summary: 'List evaluations, newest season first',
    kind: 'Evaluation',
    field: 'evaluations',
    fields: EVALUATION_FIELDS,
    row: evaluationBody,
    parameters: [...FILTERS, SORT],
    filter: 'EvaluationFilter',
    sort: '[EvaluationSort!]',
  }),
  detailRoute({
    path: '/queens/evaluations/:id',
    id: 'getEvaluation',
    summary: 'Get an evaluation',
    kind: 'Evaluation',
    field: 'evaluation',
    fields: EVALUATION_FIELDS,
    row: evaluationBody,
  }),
  ...writeRoutes({
    path: '/queens/evaluations',
    noun: 'Evaluation',
    plural: 'Evaluations',
    title: 'an evaluation',
    fields: EVALUATION_FIELDS,
    row: evaluationBody,
    shape: EVALUATION_SHAPE,
  }),
];
