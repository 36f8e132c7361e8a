import { notFound } from '../errors.js';
import { defineRoute, type Route } from '../rest/route.js';
import { ACCOUNT_FIELDS, accountBody } from './account.rest.js';

export const accountRoutes: Route[] = [
  defineRoute<{ me: object | null }>({
    method: 'GET',
    path: '/account',
    summary: 'The profile of the account',
    document: `{ me { ${ACCOUNT_FIELDS} } }`,
    answer({ me }) {
      if (!me) throw notFound('account');
      return { body: { data: accountBody(me) } };
    },
  }),
];
