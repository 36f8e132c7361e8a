import { invalid, ServiceError } from '../../core/errors.js';
import { listRoute } from '../../rest/read-routes.js';
import { defineRoute, type Answer, type Route } from '../../rest/route.js';
import { checkKeyChange, checkNewKey, checkOverlap, checkRevocation, type Checked } from './api-key.checks.js';
import { KEY_FIELDS, keyBody, OWN_FIELDS, ownBody } from './api-key.rest.js';

interface Issued {
  issued: { key: string; apiKey: object };
}

const ISSUED = { status: 201, data: 'IssuedApiKey' } as const;
const TOO_MANY_KEYS = { 400: '`key_limit_reached`: the account has the maximum number of keys.' };
const ISSUED_FIELDS = `key apiKey { ${KEY_FIELDS} }`;

const createdAnswer = ({ issued: { key, apiKey } }: Issued): Answer => ({
  status: 201,
  body: { data: { ...keyBody(apiKey), key } },
});

const changedAnswer = ({ row }: { row: object }): Answer => ({ body: { data: keyBody(row) } });

/** Validates the raw body, so that all faults are reported at once and with REST member names. */
function validated<Value>(check: (body: Record<string, unknown>) => Checked<Value>, body: unknown): Value {
  const { value, faults } = check(body as Record<string, unknown>);
  if (faults.length > 0) throw invalid(faults);
  return value;
}

const ALREADY_ISSUED =
  '`conflict`: the `Idempotency-Key` was used before. If the earlier request was identical, it created a key, and the error contains the id of this key. The raw key is not stored and cannot be returned again.';

export const apiKeyRoutes: Route[] = [
  listRoute<object>({
    path: '/api-keys',
    id: 'listApiKeys',
    summary: 'List the API keys of the account, newest first',
    kind: 'ApiKey',
    field: 'apiKeys',
    fields: KEY_FIELDS,
    row: keyBody,
    cacheable: false,
  }),
  defineRoute<Issued>({
    method: 'POST',
    path: '/api-keys',
    id: 'createApiKey',
    summary: 'Create an API key, which is returned only once',
    returns: ISSUED,
    idempotent: true,
    problems: {
      ...TOO_MANY_KEYS,
      409: `${ALREADY_ISSUED} If the response was lost, revoke that key and create another.`,
    },
    document: `mutation ($input: NewApiKeyInput!) { issued: createApiKey(input: $input) { ${ISSUED_FIELDS} } }`,
    body: { component: 'NewApiKey' },
    variables({ body }) {
      const { name, permissions, days, addresses } = validated(checkNewKey, body);
      return { input: { name, permissions, expiresInDays: days, ipAllowlist: addresses } };
    },
    answer: createdAnswer,
  }),
  defineRoute<{ row: object }>({
    method: 'PUT',
    path: '/api-keys/:id',
    id: 'updateApiKey',
    summary: 'Rename, enable or disable an API key',
    returns: { data: 'ApiKey' },
    problems: {
      409: '`key_revoked`: the key is revoked. `key_expired`: the key has expired, so its status cannot change.',
    },
    document: `mutation ($id: ID!, $input: ApiKeyChangeInput!) { row: updateApiKey(id: $id, input: $input) { ${KEY_FIELDS} } }`,
    body: { component: 'ApiKeyChange' },
    variables: ({ body }) => ({ input: validated(checkKeyChange, body) }),
    answer: changedAnswer,
  }),
  defineRoute<{ row: object }>({
    method: 'DELETE',
    path: '/api-keys',
    id: 'revokeApiKey',
    summary: 'Revoke an API key permanently',
    returns: { data: 'ApiKey' },
    problems: { 404: '`not_found`: the account has no such key.' },
    document: `mutation ($id: ID!, $withPredecessors: Boolean!) {
      row: revokeApiKey(id: $id, withPredecessors: $withPredecessors) { ${KEY_FIELDS} } }`,
    body: { component: 'ApiKeyName' },
    variables: ({ body }) => ({ ...validated(checkRevocation, body) }),
    answer: changedAnswer,
  }),
  defineRoute<Issued>({
    method: 'POST',
    path: '/api-keys/:id/rotate',
    id: 'rotateApiKey',
    summary: 'Rotate an API key: create a successor and revoke the old key after `overlap_hours`',
    returns: ISSUED,
    idempotent: true,
    problems: {
      409: `\`key_revoked\`: the key is revoked. \`conflict\`: the key already has a successor. ${ALREADY_ISSUED} If the response was lost, rotate that key.`,
    },
    document: `mutation ($id: ID!, $overlapHours: Int!) {
      issued: rotateApiKey(id: $id, overlapHours: $overlapHours) { ${ISSUED_FIELDS} } }`,
    body: { component: 'Rotation', optional: true },
    variables: ({ body }) => ({ overlapHours: validated(checkOverlap, body) }),
    answer: createdAnswer,
  }),
  defineRoute<{ days: object[] }>({
    method: 'GET',
    path: '/api-keys/:id/usage',
    id: 'getApiKeyUsage',
    summary: 'Get the daily number of requests with an API key',
    returns: { data: 'ApiKeyUse', many: 'all' },
    document: 'query ($id: ID!, $days: Int!) { days: apiKeyUsage(id: $id, days: $days) { date count } }',
    parameters: [
      {
        name: 'days',
        description: 'Number of days, up to and including today.',
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
    id: 'getPresentedKey',
    summary: 'Get the API key of the request',
    returns: { data: 'PresentedKey' },
    problems: { 404: '`not_found`: the request has a session instead of a key.' },
    document: `{ key: presentedKey { ${OWN_FIELDS} } }`,
    answer({ key }) {
      if (!key) throw new ServiceError('not_found', 'The request has no API key.');
      return { body: { data: ownBody(key) } };
    },
  }),
];
