import { invalid, notFound } from '../../core/errors.js';
import { listRoute } from '../../rest/read-routes.js';
import { defineRoute, type Answer, type Route } from '../../rest/route.js';
import { checkKeyChange, checkKeyId, checkNewKey, checkOverlap, type Checked } from './api-key.checks.js';
import { KEY_FIELDS, keyBody, OWN_FIELDS, ownBody } from './api-key.rest.js';

interface Issued {
  issued: { key: string; apiKey: object };
}

const ISSUED = { status: 201, data: 'IssuedApiKey' } as const;
const TOO_MANY_KEYS = { 400: '`key_limit_reached`: the account has as many keys as it may.' };
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

const MADE_BEFORE =
  '`conflict`: the `Idempotency-Key` came before. With the same request it made a key then, whose id is told: nothing is made, and the raw key, which is kept nowhere, cannot be shown again.';

export const apiKeyRoutes: Route[] = [
  listRoute<object>({
    path: '/api-keys',
    id: 'listApiKeys',
    summary: 'The keys of the account, the newest first; session only',
    kind: 'ApiKey',
    field: 'apiKeys',
    fields: KEY_FIELDS,
    row: keyBody,
    settled: false,
  }),
  defineRoute<Issued>({
    method: 'POST',
    path: '/api-keys',
    id: 'createApiKey',
    summary: 'Makes a key, which is shown in this answer only; session only',
    returns: ISSUED,
    idempotent: true,
    problems: {
      ...TOO_MANY_KEYS,
      409: `${MADE_BEFORE} Revoke that key where its answer was lost, and make another.`,
    },
    document: `mutation ($input: NewApiKeyInput!) { issued: createApiKey(input: $input) { ${ISSUED_FIELDS} } }`,
    body: { takes: 'NewApiKey' },
    variables({ body }) {
      const { name, permissions, days, addresses } = sound(checkNewKey, body);
      return { input: { name, permissions, expiresInDays: days, ipAllowlist: addresses } };
    },
    answer: made,
  }),
  defineRoute<{ row: object }>({
    method: 'PUT',
    path: '/api-keys/:id',
    id: 'updateApiKey',
    summary: 'Renames a key, or switches it on or off; session only',
    returns: { data: 'ApiKey' },
    problems: { 409: '`key_revoked`: it is revoked; `key_expired`: its time is over, so that it cannot be switched.' },
    document: `mutation ($id: ID!, $input: ApiKeyChangeInput!) { row: updateApiKey(id: $id, input: $input) { ${KEY_FIELDS} } }`,
    body: { takes: 'ApiKeyChange' },
    variables: ({ body }) => ({ input: sound(checkKeyChange, body) }),
    answer: changed,
  }),
  defineRoute<{ row: object }>({
    method: 'DELETE',
    path: '/api-keys',
    id: 'revokeApiKey',
    summary: 'Revokes the key that the body names, for good; session only',
    returns: { data: 'ApiKey' },
    problems: { 404: 'the account has no such key.' },
    document: `mutation ($id: ID!) { row: revokeApiKey(id: $id) { ${KEY_FIELDS} } }`,
    body: { takes: 'ApiKeyName' },
    variables: ({ body }) => ({ id: sound(checkKeyId, body) }),
    answer: changed,
  }),
  defineRoute<Issued>({
    method: 'POST',
    path: '/api-keys/:id/rotate',
    id: 'rotateApiKey',
    summary: 'Makes a successor of a key, which lives on for overlap_hours; session only',
    returns: ISSUED,
    idempotent: true,
    problems: {
      409: `\`key_revoked\`: it is revoked; \`conflict\`: it has a successor already. ${MADE_BEFORE} Rotate that key where its answer was lost.`,
    },
    document: `mutation ($id: ID!, $overlapHours: Int!) {
      issued: rotateApiKey(id: $id, overlapHours: $overlapHours) { ${ISSUED_FIELDS} } }`,
    body: { takes: 'Rotation', optional: true },
    variables: ({ body }) => ({ overlapHours: sound(checkOverlap, body) }),
    answer: made,
  }),
  defineRoute<{ days: object[] }>({
    method: 'GET',
    path: '/api-keys/:id/usage',
    id: 'getApiKeyUsage',
    summary: 'How often a key was used, day by day in UTC; session only',
    returns: { data: 'ApiKeyUse', many: 'all' },
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
    id: 'getPresentedKey',
    summary: 'The key that the request bears, and what it may do',
    returns: { data: 'PresentedKey' },
    problems: { 404: 'the request bears no key, but a session.' },
    document: `{ key: presentedKey { ${OWN_FIELDS} } }`,
    answer({ key }) {
      if (!key) throw notFound('API key: the request bears none');
      return { body: { data: ownBody(key) } };
    },
  }),
];
