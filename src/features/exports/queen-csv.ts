import { basename } from 'node:path';
import type Router from '@koa/router';
import type { GraphQLSchema } from 'graphql';
import type { Services } from '../../graphql/context.js';
import { evaluationEntry } from '../evaluations/evaluation.rest.js';
import type { CsvValue } from '../imports/csv-write.js';
import { QUEEN_LIST } from '../queen-list/queen-list.parameters.js';
import { F0_FIELDS, queenBody, type NamedQueen, type QueenRow } from '../queens/queen.rest.js';
import { queenCsvOperations } from './csv.operations.js';
import { tableRoute, type ListPage } from './table-routes.js';

/**
 * Column headers. Imports recognize the columns that can be written. A relative is exported by identifier, or by name
 * if she has no identifier.
 */
const HEADERS = [
  ...['id', 'generation', 'queen_name', 'external_id', 'external_identifiers', 'race', 'line', 'birth_date'],
  ...['life_status', 'breeder_code', 'marking', 'notes', 'mother', 'dam_external_id', 'father', 'father_external_id'],
  ...['mated_to', 'drone_sire_id', 'mating_type', 'sdi_code', 'drone_producers', 'drones', 'mated_at'],
  'mating_station',
  ...['inbreeding', 'created_at', 'updated_at'],
];

const DOCUMENT = `query ($after: String, ${QUEEN_LIST.variables}) {
  list: queens(first: 100, after: $after, ${QUEEN_LIST.arguments}) {
    nodes { ${F0_FIELDS} } pageInfo { hasNextPage endCursor } } }`;

/** Adds the routes for lists of queens as CSV. Add them before `/queens/:id`, which also matches their paths. */
export function queenTableRoutes(router: Router, services: Services, schema: GraphQLSchema): void {
  for (const { generation, ...operation } of queenCsvOperations) {
    tableRoute<ListPage<QueenRow>>(router, services, schema, {
      operation,
      document: DOCUMENT,
      fixed: generation ? { filter: { generation } } : {},
      filename: `queens-${basename(operation.path, '.csv')}`,
      headers: HEADERS,
      rows: ({ list }) => list.nodes.map(tableRow),
    });
  }
}

function tableRow(queen: QueenRow): Record<string, CsvValue> {
  const entry = queenBody(queen, evaluationEntry) as Record<string, CsvValue>;
  const { mother, father, matedTo } = queen;
  const identifiers = entry.external_identifiers as unknown[];
  return {
    ...entry,
    external_identifiers: identifiers.length > 0 ? identifiers : null,
    mother: nameOf(mother),
    father: nameOf(father),
    father_external_id: father?.externalId,
    mated_to: nameOf(matedTo),
  };
}

/** The identifier or name by which an import finds the queen. */
const nameOf = (queen: NamedQueen | null) => queen?.externalId ?? queen?.name;
