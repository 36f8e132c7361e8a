import {
  PAGE_ARGUMENTS,
  PAGE_FIELDS,
  PAGE_PARAMETERS,
  PAGE_VARIABLES,
  pageAnswer,
  type ConnectionData,
} from '../../../rest/page.js';
import { defineRoute, type Route } from '../../../rest/route.js';
import { runBody } from '../ebv.rest.js';
import { weightsBody } from '../selection-index/index-weights.rest.js';
import { RANKING } from './ranking.parameters.js';
import { RANKED_FIELDS, rankedBody, RANKING_FIELDS, type RankedRow } from './ranking.rest.js';

export const rankingRoutes: Route[] = [
  defineRoute<{ ranking: ConnectionData<RankedRow> & { run: object | null; weights: object } }>({
    method: 'GET',
    path: '/ebv/ranking',
    id: 'listEbvRanking',
    summary: 'Rank the queens of the newest completed run by the selection index, best first',
    returns: { body: 'EbvRanking', many: 'page' },
    document: `
      query (${PAGE_VARIABLES}, ${RANKING.variables}) {
        ranking: ebvRanking(${PAGE_ARGUMENTS}, ${RANKING.arguments}) {
          ${RANKING_FIELDS} ${PAGE_FIELDS} nodes { ${RANKED_FIELDS} } } }`,
    parameters: [...PAGE_PARAMETERS, ...RANKING.parameters],
    cacheable: true,
    answer: ({ ranking }, input) =>
      pageAnswer(ranking, input, rankedBody, { run: runBody(ranking.run), weights: weightsBody(ranking.weights) }),
  }),
];
