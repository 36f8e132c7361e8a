import type { Parameter } from '../../rest/parameter-kinds.js';
import { detailRoute } from '../../rest/read-routes.js';
import type { Route } from '../../rest/route.js';
import { PEDIGREE_FIELDS, pedigreeBody } from './pedigree.rest.js';

const DEPTH: Parameter = {
  name: 'depth',
  description: 'Number of generations of ancestors.',
  kind: 'enum',
  values: { 3: 'THREE', 5: 'FIVE', 7: 'SEVEN' },
  default: '3',
  variable: 'depth',
};

const pedigree = {
  summary: 'Get the pedigree of a queen as a tree of 3, 5 or 7 generations',
  kind: 'Pedigree',
  field: 'queen',
  fields: PEDIGREE_FIELDS,
  variables: '$id: ID!, $depth: PedigreeDepth!',
  parameters: [DEPTH],
  row: pedigreeBody,
};

export const pedigreeRoutes: Route[] = [
  detailRoute({ ...pedigree, path: '/queens/:id/pedigree', id: 'getPedigree' }),
  detailRoute({
    ...pedigree,
    path: '/queens/f0/:id/pedigree',
    id: 'getF0Pedigree',
    matches: ({ generation }) => generation === 'F0',
  }),
];
