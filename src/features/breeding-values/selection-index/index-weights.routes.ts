import { defineRoute, type Route } from '../../../rest/route.js';
import {
  INDEX_WEIGHTS_FIELDS,
  INDEX_WEIGHTS_SHAPE,
  indexWeightsBody,
  type IndexWeightsRow,
} from './index-weights.rest.js';

export const indexWeightsRoutes: Route[] = [
  defineRoute<{ row: IndexWeightsRow }>({
    method: 'GET',
    path: '/ebv/index-weights',
    id: 'getIndexWeights',
    summary: 'Get the saved weights of the selection index',
    returns: { data: 'IndexWeights' },
    document: `{ row: indexWeights { ${INDEX_WEIGHTS_FIELDS} } }`,
    answer: ({ row }) => ({ body: { data: indexWeightsBody(row) } }),
  }),
  defineRoute<{ row: IndexWeightsRow }>({
    method: 'PUT',
    path: '/ebv/index-weights',
    id: 'setIndexWeights',
    summary: 'Replace the saved weights of the selection index',
    returns: { data: 'IndexWeights', tagged: true },
    document: `mutation ($input: IndexWeightsInput!) { row: setIndexWeights(input: $input) { ${INDEX_WEIGHTS_FIELDS} } }`,
    body: { component: 'NewIndexWeights' },
    shape: INDEX_WEIGHTS_SHAPE,
    answer: ({ row }) => ({ body: { data: indexWeightsBody(row) }, tagged: true }),
  }),
];
