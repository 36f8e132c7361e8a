import { invalid, notFound } from '../errors.js';
import { listRoute } from '../rest/read-routes.js';
import { defineRoute, type Answer, type Route } from '../rest/route.js';
import { checkKeyChange, checkKeyId, checkNewKey, checkOverlap, type Checked } from './api-key.checks.js';
import { KEY_FIELDS, keyBody, OWN_FIELDS, ownBody } from './api-key.rest.js';

interface Issued {
  issued: { key: string; apiKey: object };
}

const ISSUED_FIELDS = `key apiKey { ${KEY_FIELDS} }`;

const made = ({ issued: { key, apiKey } }: Issued): Answer => ({
  status: 201,
  body: { data: { ...keyBody(apiKey), key } },
});

const changed = ({ row }: { row: object }): Answer => ({ body: { data: keyBody(row) } });

/** The body as it was sent is judged here, so that every fault is told at once and by its own name. */
function sound<Value>(check: (given: Record<string, unknown>) => Checked<Value>, body: unknown): Value {
  const { value, faults } = check(body as Record<string, unknown>);
  if (faults.length > 0) throw invalid(faults);
  return value;
}

export const apiKeyRoutes: Route[] = [
  listRoute<object>({
    path: '/api-keys',
    summary: 'The keys of the account, the newest first; session only',
    field: 'apiKeys',
    fields: KEY_FIELDS,
    row: keyBody,
  }),
  defineRoute<Issued>({
    method: 'POST',
    path: '/api-keys',
    summary: 'Makes a key, which is shown in this answer only; session only',
    document: `mutation ($input: NewApiKeyInput!) { issued: createApiKey(input: $input) { ${ISSUED_FIELDS} } }`,
    body: {},
    variables({ body }) {
      const { name, permissions, days, addresses } = sound(checkNewKey, body);
      return { input: { name, permissions, expiresInDays: days, ipAllowlist: addresses } };
    },
    answer: made,
  }),
  defineRoute<{ row: object }>({
    method: 'PUT',
    path: '/api-keys/:id',
    summary: 'Renames a key, or switches it on or off; session only',
    document: `mutation ($id: ID!, $input: ApiKeyChangeInput!) { row: updateApiKey(id: $id, input: $input) { ${KEY_FIELDS} } }`,
    body: {},
    variables: ({ body }) => ({ input: sound(checkKeyChange, body) }),
    answer: changed,
  }),
  defineRoute<{ row: object }>({
    method: 'DELETE',
    path: '/api-keys',
    summary: 'Revokes the key that the body names, for good; session only',
    document: `mutation ($id: ID!) { row: revokeApiKey(id: $id) { ${KEY_FIELDS} } }`,
    body: {},
    variables: ({ body }) => ({ id: sound(checkKeyId, body) }),
    answer: changed,
  }),
  defineRoute<Issued>({
    method: 'POST',
    path: '/api-keys/:id/rotate',
    summary: 'Makes a successor of a key, which lives on for overlap_hours; session only',
    document: `mutation ($id: ID!, $overlapHours: Int!) {
      issued: rotateApiKey(id: $id, overlapHours: $overlapHours) { ${ISSUED_FIELDS} } }`,
    body: { optional: true },
    variables: ({ body }) => ({ overlapHours: sound(checkOverlap, body) }),
    answer: made,
  }),
  defineRoute<{ days: object[] }>({
    method: 'GET',
    path: '/api-keys/:id/usage',
    summary: 'How often a key was used, day by day in UTC; session only',
    document: 'query ($id: ID!, $days: Int!) { days: apiKeyUsage(id: $id, days: $days) { date count } }',
    parameters: [
      {
        name: 'days',
        description: 'How many days, up to today.',
        kind: 'integer',
        minimum: 1,
        maximum: 366,
        default: '30',
        variable: 'days',
      },
    ],
    answer: ({ days }) => ({ body: { data: days } }),
  }),
  defineRoute<{ key: object | null }>({
    method: 'GET',
    path: '/key',
    summary: 'The key that the request bears, and what it may do',
    document: `{ key: presentedKey { ${OWN_FIELDS} } }`,
    answer({ key }) {
      if (!key) throw notFound('API key: the request bears none');
      return { body: { data: ownBody(key) } };
    },
  }),
];
