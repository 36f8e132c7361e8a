import { notFound } from '../errors.js';
import { PAGE_ARGUMENTS, PAGE_FIELDS, PAGE_VARIABLES, pageAnswer, type Connection } from '../rest/page.js';
import { detailRoute, listRoute } from '../rest/read-routes.js';
import { defineRoute, type Route } from '../rest/route.js';
import { HISTORY, LATEST_PARAMETERS } from './ebv.parameters.js';
import {
  RUN_DETAIL_FIELDS,
  RUN_FIELDS,
  runBody,
  runDetail,
  VALUE_FIELDS,
  valueBody,
  type ValueRow,
} from './ebv.rest.js';

type Run = { id: string };

export const ebvRoutes: Route[] = [
  defineRoute<{ ebv: Connection<ValueRow> & { run: Run | null } }>({
    method: 'GET',
    path: '/ebv/latest',
    summary: 'Breeding values of the newest completed run, by trait, the best first',
    document: `
      query (${PAGE_VARIABLES}, $trait: Trait, $entityType: EntityType, $queenId: ID, $sort: [EbvSort!]) {
        ebv: latestEbv(${PAGE_ARGUMENTS}, trait: $trait, entityType: $entityType, queenId: $queenId, sort: $sort) {
          run { ${RUN_FIELDS} } ${PAGE_FIELDS} nodes { ${VALUE_FIELDS} } } }`,
    parameters: LATEST_PARAMETERS,
    answer: ({ ebv }, input) => pageAnswer(ebv, input, valueBody, { run: runBody(ebv.run) }),
  }),
  listRoute({
    path: '/ebv/runs',
    summary: 'Runs, the newest first',
    field: 'ebvRuns',
    fields: RUN_DETAIL_FIELDS,
    row: runDetail,
  }),
  detailRoute({
    path: '/ebv/runs/:id',
    summary: 'One run',
    field: 'ebvRun',
    fields: RUN_DETAIL_FIELDS,
    row: runDetail,
  }),
  defineRoute<{ values: (ValueRow & { run: Run | null })[] | null }>({
    method: 'GET',
    path: '/ebv/queens/:id',
    summary: 'Breeding values of one queen; with `history`, of every run',
    document: `query ($id: ID!, $history: Boolean!) {
      values: queenEbv(queenId: $id, history: $history) { ${VALUE_FIELDS} run { ${RUN_FIELDS} } } }`,
    parameters: [HISTORY],
    answer({ values }, { query }) {
      if (!values) throw notFound('queen');
      const runs = new Map(values.map(({ runId, run }) => [runId, run]));
      const [newest = null] = runs.values();
      const all = query.history === true ? { runs: [...runs.values()].map(runBody) } : {};
      return { body: { run: runBody(newest), ...all, data: values.map(valueBody) } };
    },
  }),
];
