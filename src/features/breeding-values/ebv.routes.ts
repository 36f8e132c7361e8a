import { notFound } from '../../core/errors.js';
import { PAGE_ARGUMENTS, PAGE_FIELDS, PAGE_VARIABLES, pageAnswer, type ConnectionData } from '../../rest/page.js';
import { selection } from '../../rest/members.js';
import { detailRoute, listRoute } from '../../rest/read-routes.js';
import { defineRoute, type Route } from '../../rest/route.js';
import { deleteRoute } from '../../rest/write-routes.js';
import { REPORTED_RUN_FIELDS, reportedRun } from './reports/report.rest.js';
import { HISTORY, LATEST_PARAMETERS } from './ebv.parameters.js';
import {
  PUBLISHED_MEMBERS,
  publishedBody,
  RUN_DETAIL_FIELDS,
  RUN_FIELDS,
  RUN_SHAPE,
  runBody,
  runDetail,
  VALUE_WITH_CONTRIBUTIONS_FIELDS,
  valueWithContributionsBody,
  VALUE_FIELDS,
  valueBody,
  type RunRow,
  type ValueWithContributions,
  type ValueRow,
} from './ebv.rest.js';

type Run = { id: string };

export const ebvRoutes: Route[] = [
  defineRoute<{ ebv: ConnectionData<ValueRow> & { run: Run | null } }>({
    method: 'GET',
    path: '/ebv/latest',
    id: 'listLatestEbv',
    summary: 'List breeding values of the newest completed run, by trait, best first',
    returns: { body: 'LatestEbv', many: 'page' },
    document: `
      query (${PAGE_VARIABLES}, $trait: Trait, $entityType: EntityType, $queenId: ID, $sort: [EbvSort!]) {
        ebv: latestEbv(${PAGE_ARGUMENTS}, trait: $trait, entityType: $entityType, queenId: $queenId, sort: $sort) {
          run { ${RUN_FIELDS} } ${PAGE_FIELDS} nodes { ${VALUE_FIELDS} } } }`,
    parameters: LATEST_PARAMETERS,
    cacheable: true,
    answer: ({ ebv }, input) => pageAnswer(ebv, input, valueBody, { run: runBody(ebv.run) }),
  }),
  listRoute({
    path: '/ebv/runs',
    id: 'listEbvRuns',
    summary: 'List runs, newest first',
    kind: 'EbvRun',
    field: 'ebvRuns',
    fields: RUN_DETAIL_FIELDS,
    row: runDetail,
  }),
  detailRoute({
    path: '/ebv/runs/:id',
    id: 'getEbvRun',
    summary: 'Get a run with warnings about its data',
    kind: 'EbvRunDetail',
    field: 'ebvRun',
    noun: 'run',
    fields: REPORTED_RUN_FIELDS,
    row: reportedRun,
  }),
  defineRoute<{ row: RunRow }>({
    method: 'POST',
    path: '/ebv/runs',
    id: 'startEbvRun',
    summary: 'Start the computation of breeding values in the background',
    returns: { status: 202, data: 'EbvRun', location: true },
    body: { component: 'NewEbvRun', optional: true },
    problems: {
      409: '`conflict`: too many runs are queued or running, or the `Idempotency-Key` was used for a different request.',
    },
    document: `mutation ($input: EbvRunInput!) { row: startEbvRun(input: $input) { ${RUN_DETAIL_FIELDS} } }`,
    shape: RUN_SHAPE,
    answer: ({ row }) => ({ status: 202, location: `/ebv/runs/${row.id}`, body: { data: runDetail(row) } }),
  }),
  defineRoute<{ rows: { trait: string }[] }>({
    method: 'GET',
    path: '/ebv/parameters',
    id: 'listPublishedParameters',
    summary: 'List the default variances with their source',
    returns: { data: 'PublishedParameters', many: 'all' },
    document: `{ rows: publishedParameters { trait ${selection(PUBLISHED_MEMBERS)} } }`,
    answer: ({ rows }) => ({ body: { data: rows.map(publishedBody) } }),
  }),
  deleteRoute({
    path: '/ebv/runs/:id',
    id: 'deleteEbvRun',
    summary: 'Cancel an unfinished run, or delete a finished run with its values',
    field: 'deleteEbvRun',
    conflictReason: 'the run belongs to an import. Undo the import to delete the run.',
  }),
  defineRoute<{ values: (ValueWithContributions & { run: Run | null })[] | null }>({
    method: 'GET',
    path: '/ebv/queens/:id',
    id: 'getQueenEbv',
    summary: 'Get the breeding values of a queen from the newest run or, with `history`, from every run',
    returns: { body: 'QueenEbv' },
    document: `query ($id: ID!, $history: Boolean!) {
      values: queenEbv(queenId: $id, history: $history) { ${VALUE_WITH_CONTRIBUTIONS_FIELDS} run { ${RUN_FIELDS} } } }`,
    parameters: [HISTORY],
    cacheable: true,
    answer({ values }, { query }) {
      if (!values) throw notFound('queen');
      const runs = new Map(values.map(({ runId, run }) => [runId, run]));
      const [newest = null] = runs.values();
      const all = query.history === true ? { runs: [...runs.values()].map(runBody) } : {};
      return { body: { run: runBody(newest), ...all, data: values.map(valueWithContributionsBody) } };
    },
  }),
];
