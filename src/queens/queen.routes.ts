import { notFound } from '../errors.js';
import { detailRoute, listRoute } from '../rest/read-routes.js';
import { defineRoute, type Route } from '../rest/route.js';
import { EXTERNAL_ID, GENERATION, QUEEN_FILTERS, QUEEN_SORT } from './queen.parameters.js';
import { F0_FIELDS, ORIGIN_FIELDS, QUEEN_FIELDS, queenBody, queenDetail, type QueenRow } from './queen.rest.js';

/** The paths of each generation, and those of both. */
const KINDS = [
  { path: '/queens', title: 'queen of either generation', fields: QUEEN_FIELDS, generation: undefined },
  { path: '/queens/f0', title: 'F0 queen (breeding stock)', fields: F0_FIELDS, generation: 'F0' },
  { path: '/queens/f1', title: 'F1 queen (production)', fields: QUEEN_FIELDS, generation: 'F1' },
] as const;

export const queenRoutes: Route[] = KINDS.flatMap(({ path, title, fields, generation }) => {
  const is = (queen: QueenRow) => generation === undefined || queen.generation === generation;
  return [
    listRoute({
      path,
      summary: `List: ${title}, by name`,
      field: 'queens',
      fields,
      row: queenBody,
      parameters: [...(generation ? [] : [GENERATION]), ...QUEEN_FILTERS, QUEEN_SORT],
      filter: { type: 'QueenFilter', fixed: generation && { generation } },
      sort: '[QueenSort!]',
    }),
    detailRoute({
      path: `${path}/:id`,
      summary: `One ${title}, with the rows of imported files that described her`,
      field: 'queen',
      fields: `${fields} ${ORIGIN_FIELDS}`,
      row: queenDetail,
      is,
    }),
    defineRoute<{ queen: QueenRow | null }>({
      method: 'GET',
      path: `${path}/lookup`,
      summary: `One ${title}, by an external identifier`,
      document: `query ($externalId: String!) {
        queen: queenByExternalId(externalId: $externalId) { ${fields} ${ORIGIN_FIELDS} } }`,
      parameters: [EXTERNAL_ID],
      answer({ queen }) {
        if (!queen || !is(queen)) throw notFound('queen');
        return { body: { data: queenDetail(queen) } };
      },
    }),
  ];
});
