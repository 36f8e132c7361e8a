import { detailRoute } from '../../rest/read-routes.js';
import type { Route } from '../../rest/route.js';
import { OFFSPRING_FIELDS, offspringBody, type OffspringRow } from './offspring-stats.rest.js';

const statistics = {
  kind: 'OffspringStats',
  summary: "Get statistics of a queen's daughters and their traits",
  field: 'queen',
  fields: OFFSPRING_FIELDS,
  row: offspringBody,
};

export const offspringRoutes: Route[] = [
  detailRoute({ ...statistics, path: '/queens/:id/offspring-stats', id: 'getOffspringStats' }),
  detailRoute<OffspringRow>({
    ...statistics,
    path: '/queens/f0/:id/offspring-stats',
    id: 'getF0OffspringStats',
    matches: ({ generation }) => generation === 'F0',
  }),
];
