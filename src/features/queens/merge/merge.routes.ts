import { defineRoute, type Route } from '../../../rest/route.js';
import { ORIGIN_FIELDS, queenDetail, queenFields, type EvaluationEntry, type QueenRow } from '../queen.rest.js';
import { MERGE_FIELDS, MERGE_NAMES, MERGE_SHAPE, mergeBody, type MergeRow } from './merge.rest.js';

export const mergeRoutes = (evaluations: EvaluationEntry): Route[] => [
  defineRoute<{ merge: MergeRow }>({
    method: 'GET',
    path: '/queens/:id/merge',
    id: 'lookAtMerge',
    summary: 'What merging another record of this queen into this one would do, and what stands in its way',
    returns: { data: 'QueenMerge' },
    problems: { 404: 'the other record is not there either.' },
    document: `query ($id: ID!, $mergeId: ID!) { merge: queenMerge(keepId: $id, mergeId: $mergeId) { ${MERGE_FIELDS} } }`,
    parameters: [
      {
        name: 'queen_id',
        description: 'The other record of her, which would go.',
        kind: 'uuid',
        required: true,
        variable: 'mergeId',
      },
    ],
    answer: ({ merge }) => ({ body: { data: mergeBody(merge) } }),
  }),
  defineRoute<{ row: QueenRow }>({
    method: 'POST',
    path: '/queens/:id/merge',
    id: 'mergeQueens',
    summary: 'Merges another record of this queen into this one',
    returns: { data: 'QueenDetail', tagged: true },
    problems: {
      403: 'evaluations, a hive or breeding values would move, and the key may not write them.',
      409: '`conflict`: the two cannot be one queen as they stand, or the `Idempotency-Key` came with another request; `errors` says all that stands in the way.',
    },
    document: `mutation ($id: ID!, $mergeId: ID!) {
      row: mergeQueens(keepId: $id, mergeId: $mergeId) { ${queenFields(evaluations)} ${ORIGIN_FIELDS} } }`,
    body: { takes: 'MergeRequest' },
    shape: MERGE_SHAPE,
    names: MERGE_NAMES,
    changes: '/queens/:id',
    answer: ({ row }) => ({ body: { data: queenDetail(row, evaluations) }, tagged: true }),
  }),
];
