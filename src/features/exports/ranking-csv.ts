import type Router from '@koa/router';
import type { GraphQLSchema } from 'graphql';
import { TRAIT_NAMES, TRAITS } from '../../core/traits.js';
import type { Services } from '../../graphql/context.js';
import { RANKING } from '../breeding-values/ranking/ranking.parameters.js';
import {
  RANKED_FIELDS,
  RANKED_QUEEN_MEMBERS,
  rankedBody,
  type RankedRow,
} from '../breeding-values/ranking/ranking.rest.js';
import type { CsvValue } from '../imports/csv-write.js';
import { rankingCsvOperation } from './csv.operations.js';
import { tableRoute, type ListPage } from './table-routes.js';

const HEADERS = [
  ...['rank', 'queen_id', ...Object.keys(RANKED_QUEEN_MEMBERS), 'index', 'reliability_r2'],
  ...TRAIT_NAMES.flatMap((name) => [TRAITS[name].word, `${TRAITS[name].word}_r2`]),
  ...['entity_type', 'run_id', 'computed_at'],
];

const DOCUMENT = `query ($after: String, ${RANKING.variables}) {
  list: ebvRanking(first: 100, after: $after, ${RANKING.arguments}) {
    run { id computedAt } nodes { ${RANKED_FIELDS} values { entityType } } pageInfo { hasNextPage endCursor } } }`;

type Ranked = RankedRow & { values: { entityType: string }[] };
interface RankingPage extends ListPage<Ranked> {
  list: ListPage<Ranked>['list'] & { run: { id: string; computedAt: string } | null };
}

/** Adds the route for the ranking as CSV: normalized values with their reliabilities, and the run. */
export function rankingTableRoute(router: Router, services: Services, schema: GraphQLSchema): void {
  tableRoute<RankingPage>(router, services, schema, {
    operation: rankingCsvOperation,
    document: DOCUMENT,
    filename: 'ranking',
    headers: HEADERS,
    rows: ({ list: { nodes, run } }) =>
      nodes.map((row) => ({ ...tableRow(row), run_id: run?.id, computed_at: run?.computedAt })),
  });
}

function tableRow(row: Ranked): Record<string, CsvValue> {
  const { values, ...members } = rankedBody(row) as Record<string, CsvValue> & {
    values: Record<string, { normalized_value: number; reliability_r2: number | null }>;
  };
  const columns = Object.entries(values).flatMap(([word, value]) => [
    [word, value.normalized_value],
    [`${word}_r2`, value.reliability_r2],
  ]);
  return { ...members, ...Object.fromEntries(columns), entity_type: row.values[0]?.entityType };
}
