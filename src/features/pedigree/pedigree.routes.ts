import { notFound } from '../../core/errors.js';
import type { Parameter } from '../../rest/parameter-kinds.js';
import { defineRoute, type Route } from '../../rest/route.js';
import { PEDIGREE_FIELDS, pedigreeBody, type PedigreeRow } from './pedigree.rest.js';

const DEPTH: Parameter = {
  name: 'depth',
  description: 'Number of generations of ancestors.',
  kind: 'enum',
  values: { 3: 'THREE', 5: 'FIVE', 7: 'SEVEN' },
  default: '3',
  variable: 'depth',
};

const pedigreeRoute = (path: string, id: string, is: (queen: PedigreeRow) => boolean) =>
  defineRoute<{ queen: PedigreeRow | null }>({
    method: 'GET',
    path,
    id,
    summary: 'Get the pedigree of a queen as a tree of 3, 5 or 7 generations',
    returns: { data: 'Pedigree' },
    document: `query ($id: ID!, $depth: PedigreeDepth!) { queen(id: $id) { ${PEDIGREE_FIELDS} } }`,
    parameters: [DEPTH],
    cacheable: true,
    answer({ queen }) {
      if (!queen || !is(queen)) throw notFound('queen');
      return { body: { data: pedigreeBody(queen) } };
    },
  });

export const pedigreeRoutes: Route[] = [
  pedigreeRoute('/queens/:id/pedigree', 'getPedigree', () => true),
  pedigreeRoute('/queens/f0/:id/pedigree', 'getF0Pedigree', ({ generation }) => generation === 'F0'),
];
