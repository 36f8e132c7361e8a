import { defineRoute, type Route } from '../../../rest/route.js';
import { runBody } from '../ebv.rest.js';
import { RANKING } from '../ranking/ranking.parameters.js';
import { weightsBody } from '../selection-index/index-weights.rest.js';
import { trendYear, TRENDS_FIELDS, type TrendYearRow } from './trends.rest.js';

export const trendsRoutes: Route[] = [
  defineRoute<{ trends: { run: object | null; weights: object; years: TrendYearRow[] } }>({
    method: 'GET',
    path: '/ebv/trends',
    id: 'getEbvTrends',
    summary: 'Get mean breeding values of the newest completed run, and inbreeding, by birth year',
    returns: { body: 'EbvTrends' },
    document: `query ($entityType: EntityType! = queen, $weights: TraitWeightsInput) {
      trends: ebvTrends(entityType: $entityType, weights: $weights) { ${TRENDS_FIELDS} } }`,
    parameters: RANKING.parameters.filter(({ name }) => name === 'entity_type' || name === 'weights'),
    answer: ({ trends: { run, weights, years } }) => ({
      body: { run: runBody(run), weights: weightsBody(weights), data: years.map(trendYear) },
    }),
  }),
];
