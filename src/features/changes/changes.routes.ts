import { APIARY_FIELDS, apiaryBody, HIVE_FIELDS, hiveBody } from '../apiaries/apiary.rest.js';
import { RUN_DETAIL_FIELDS, runDetail, type RunRow } from '../breeding-values/ebv.rest.js';
import { EVALUATION_FIELDS, evaluationBody } from '../evaluations/evaluation.rest.js';
import { OWN_FIELDS, ownBody } from '../queens/queen.rest.js';
import { LIMIT, PAGE_FIELDS, type ConnectionData } from '../../rest/page.js';
import type { Parameter } from '../../rest/parameter-kinds.js';
import { defineRoute, type Route } from '../../rest/route.js';

interface ChangeRow {
  kind: string;
  id: string;
  change: 'upsert' | 'delete';
  changedAt: string;
  queen?: object | null;
  evaluation?: object | null;
  apiary?: object | null;
  hive?: object | null;
  ebvRun?: RunRow | null;
}

const KINDS = { queen: 'queen', evaluation: 'evaluation', apiary: 'apiary', hive: 'hive', ebv_run: 'ebvRun' };

const PARAMETERS: readonly Parameter[] = [
  LIMIT,
  {
    name: 'cursor',
    description:
      '`resume_cursor` or `next_cursor` of an earlier page. A cursor of a request for fewer kinds of rows is refused, because changes of the added kinds would be missing: start again without a cursor.',
    kind: 'cursor',
    variable: 'after',
  },
  { name: 'updated_since', kind: 'instant', variable: 'updatedSince' },
  { name: 'kind', kind: 'enum', values: KINDS, variable: 'kind' },
];

export const changesRoutes: Route[] = [
  defineRoute<{ changes: ConnectionData<ChangeRow> & { resumeCursor: string } }>({
    method: 'GET',
    path: '/changes',
    id: 'listChanges',
    summary: 'List the latest change of each changed or deleted row',
    returns: { body: 'Changes', many: 'page' },
    document: `
      query ($first: Int!, $after: String, $updatedSince: DateTime, $kind: ChangeKind) {
        changes(first: $first, after: $after, updatedSince: $updatedSince, kind: $kind) {
          ${PAGE_FIELDS} resumeCursor nodes {
            kind id change changedAt
            queen { ${OWN_FIELDS} } evaluation { ${EVALUATION_FIELDS} } apiary { ${APIARY_FIELDS} }
            hive { ${HIVE_FIELDS} } ebvRun { ${RUN_DETAIL_FIELDS} } } } }`,
    parameters: PARAMETERS,
    answer({ changes: { nodes, totalCount, pageInfo, resumeCursor } }, { query }) {
      const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      return {
        body: {
          data: nodes.map(changeBody),
          page: { limit: query.limit, offset: null, total: totalCount, next_cursor: next },
          resume_cursor: resumeCursor,
        },
        next,
      };
    },
  }),
];

function changeBody({ kind, id, change, changedAt, ...row }: ChangeRow): Record<string, unknown> {
  return { kind: kind === 'ebvRun' ? 'ebv_run' : kind, id, change, changed_at: changedAt, data: dataOf(row) };
}

/** Body of the changed row, without related rows. Related rows have their own changes. */
function dataOf({ queen, evaluation, apiary, hive, ebvRun }: Omit<ChangeRow, 'kind' | 'id' | 'change' | 'changedAt'>) {
  if (queen) return ownBody(queen);
  if (evaluation) return evaluationBody(evaluation);
  if (apiary) return apiaryBody(apiary);
  if (hive) return hiveBody(hive);
  return ebvRun ? runDetail(ebvRun) : undefined;
}
