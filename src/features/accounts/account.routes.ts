import { notFound } from '../../core/errors.js';
import { defineRoute, type Route } from '../../rest/route.js';
import { ACCOUNT_FIELDS, ACCOUNT_SHAPE, accountBody } from './account.rest.js';

export const accountRoutes: Route[] = [
  defineRoute<{ me: object | null }>({
    method: 'GET',
    path: '/account',
    id: 'getAccount',
    summary: 'Get the profile of the account',
    returns: { data: 'Account' },
    document: `{ me { ${ACCOUNT_FIELDS} } }`,
    answer({ me }) {
      if (!me) throw notFound('account');
      return { body: { data: accountBody(me) } };
    },
  }),
  defineRoute<{ row: object }>({
    method: 'PUT',
    path: '/account',
    id: 'updateAccount',
    summary: 'Update the profile of the account',
    returns: { data: 'Account', tagged: true },
    document: `mutation ($input: AccountInput!) { row: updateAccount(input: $input) { ${ACCOUNT_FIELDS} } }`,
    body: { component: 'AccountChange' },
    shape: ACCOUNT_SHAPE,
    answer: ({ row }) => ({ body: { data: accountBody(row) }, tagged: true }),
  }),
];
