import type { Parameter } from '../../rest/parameter-kinds.js';
import { detailRoute, listRoute } from '../../rest/read-routes.js';
import type { Route } from '../../rest/route.js';
import { writeRoutes } from '../../rest/write-routes.js';
import { APIARY_FIELDS, APIARY_SHAPE, apiaryBody, HIVE_FIELDS, HIVE_SHAPE, hiveBody } from './apiary.rest.js';

const HIVE_FILTERS: readonly Parameter[] = [
  { name: 'apiary_id', kind: 'uuid', variable: 'filter.apiaryId' },
  { name: 'queen_id', kind: 'uuid', variable: 'filter.queenId' },
];

export const apiaryRoutes: Route[] = [
  listRoute({
    path: '/apiaries',
    id: 'listApiaries',
    summary: 'List apiaries, sorted by name',
    kind: 'Apiary',
    field: 'apiaries',
    fields: APIARY_FIELDS,
    row: apiaryBody,
  }),
  detailRoute({
    path: '/apiaries/:id',
    id: 'getApiary',
    summary: 'Get an apiary',
    kind: 'Apiary',
    field: 'apiary',
    fields: APIARY_FIELDS,
    row: apiaryBody,
  }),
  listRoute({
    path: '/hives',
    id: 'listHives',
    summary: 'List hives, sorted by name',
    kind: 'Hive',
    field: 'hives',
    fields: HIVE_FIELDS,
    row: hiveBody,
    parameters: HIVE_FILTERS,
    filter: 'HiveFilter',
  }),
  detailRoute({
    path: '/hives/:id',
    id: 'getHive',
    summary: 'Get a hive',
    kind: 'Hive',
    field: 'hive',
    fields: HIVE_FIELDS,
    row: hiveBody,
  }),
  ...writeRoutes({
    path: '/apiaries',
    noun: 'Apiary',
    plural: 'Apiaries',
    title: 'an apiary',
    fields: APIARY_FIELDS,
    row: apiaryBody,
    shape: APIARY_SHAPE,
  }),
  ...writeRoutes({
    path: '/hives',
    noun: 'Hive',
    plural: 'Hives',
    title: 'a hive',
    fields: HIVE_FIELDS,
    row: hiveBody,
    shape: HIVE_SHAPE,
  }),
];
