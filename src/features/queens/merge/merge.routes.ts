import { defineRoute, type Route } from '../../../rest/route.js';
import { ORIGIN_FIELDS, queenDetail, queenFields, type EvaluationEntry, type QueenRow } from '../queen.rest.js';
import { MERGE_FIELDS, MERGE_NAMES, MERGE_SHAPE, mergeBody, type MergeRow } from './merge.rest.js';

export const mergeRoutes = (evaluations: EvaluationEntry): Route[] => [
  defineRoute<{ merge: MergeRow }>({
    method: 'GET',
    path: '/queens/:id/merge',
    id: 'lookAtMerge',
    summary: 'Preview the merge of a duplicate record into this queen',
    returns: { data: 'QueenMerge' },
    problems: { 404: '`not_found`: the duplicate does not exist.' },
    document: `query ($id: ID!, $mergeId: ID!) { merge: queenMerge(keepId: $id, mergeId: $mergeId) { ${MERGE_FIELDS} } }`,
    parameters: [
      {
        name: 'queen_id',
        description: 'Id of the duplicate.',
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
    summary: 'Merge a duplicate record into this queen',
    returns: { data: 'QueenDetail', tagged: true },
    problems: {
      403: '`insufficient_permission`: the key may not write evaluations, hives or breeding values that would move.',
      409: '`conflict`: the records contradict each other, or the `Idempotency-Key` was used for a different request. `errors` lists the conflicts.',
    },
    document: `mutation ($id: ID!, $mergeId: ID!) {
      row: mergeQueens(keepId: $id, mergeId: $mergeId) { ${queenFields(evaluations)} ${ORIGIN_FIELDS} } }`,
    body: { component: 'MergeRequest' },
    shape: MERGE_SHAPE,
    names: MERGE_NAMES,
    changes: '/queens/:id',
    answer: ({ row }) => ({ body: { data: queenDetail(row, evaluations) }, tagged: true }),
  }),
];
