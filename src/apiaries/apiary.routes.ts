import type { Parameter } from '../rest/parameters.js';
import { detailRoute, listRoute } from '../rest/read-routes.js';
import type { Route } from '../rest/route.js';
import { APIARY_FIELDS, apiaryBody, HIVE_FIELDS, hiveBody } from './apiary.rest.js';

const HIVE_FILTERS: readonly Parameter[] = [
  { name: 'apiary_id', description: 'At this apiary.', kind: 'uuid', variable: 'filter.apiaryId' },
  { name: 'queen_id', description: 'Headed by this queen.', kind: 'uuid', variable: 'filter.queenId' },
];

export const apiaryRoutes: Route[] = [
  listRoute({
    path: '/apiaries',
    summary: 'Apiaries, by name',
    field: 'apiaries',
    fields: APIARY_FIELDS,
    row: apiaryBody,
  }),
  detailRoute({
    path: '/apiaries/:id',
    summary: 'One apiary',
    field: 'apiary',
    fields: APIARY_FIELDS,
    row: apiaryBody,
  }),
  listRoute({
    path: '/hives',
    summary: 'Hives, by name',
    field: 'hives',
    fields: HIVE_FIELDS,
    row: hiveBody,
    parameters: HIVE_FILTERS,
    filter: { type: 'HiveFilter' },
  }),
  detailRoute({ path: '/hives/:id', summary: 'One hive', field: 'hive', fields: HIVE_FIELDS, row: hiveBody }),
];
