import type { JsonSchema } from './json-schema.js';

const DESCRIPTION = `
Breeding data of honey-bee queens: F0 queens (breeding stock), F1 queens (production), performance tests, estimated
breeding values, apiaries and hives.

- Bodies are JSON in UTF-8 with names in \`snake_case\`. A successful response is \`{"data": …}\`. A list
  is \`{"data": […], "page": {…}}\`.
- **Lists** have pages of \`limit\` rows. To read a whole list, follow \`page.next_cursor\` (or the \`Link\` with
  \`rel="next"\`). This returns every row once, even if other rows are created or
  deleted meanwhile.
- **Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\`. For invalid input, \`errors\` lists every invalid path.
- **Permissions**: a key has a level (\`none\`, \`read\`, \`write\`) on each resource. \`x-required-permission\` names the level that an
  operation needs. Members of another resource that the caller may not read are absent, so they are not \`required\` here.
- **Rows** belong to an account. Requests for rows of another account get 404.
- Responses can gain members over time. Requests must have only documented members. Texts must not contain U+0000 or
  unpaired surrogates.
- Every GET operation also accepts HEAD, and every path accepts OPTIONS. Other methods get 405 with \`Allow\`.
  \`/api\` and \`/api/v1\` are equivalent.
- This document is at \`/api/openapi.json\`, and a page for reading it is at \`/api/docs\`. Both are available without
  credentials.
`.trim();

export const documentInfo = (version: string): object => ({
  info: { title: 'Queenbook', version, summary: 'Breeding data of honey-bee queens', description: DESCRIPTION },
  servers: [
    { url: '/api/v1', description: 'This service.' },
    { url: '/api', description: 'The same service with an older prefix.' },
  ],
});

const header = (description: string, schema: JsonSchema, example: unknown) => ({ description, schema, example });
const text: JsonSchema = { type: 'string' };

export const HEADERS = {
  'Content-Disposition': header('Name of the file.', text, 'attachment; filename="queenbook-2026-05-01.zip"'),
  ETag: header('Tag of the response, for `If-None-Match`.', text, 'W/"q2c0qkvVE0dkIhb6hpe9tqRj3u8"'),
  Link: header(
    'Next page of a list, if there is one (RFC 8288).',
    text,
    '</api/v1/queens?cursor=WyJKdW5vIl0>; rel="next"',
  ),
  Location: header(
    'Address of the created row.',
    { type: 'string', format: 'uri-reference' },
    '/api/v1/imports/0198f3a5-0000-7000-8000-000000000008',
  ),
  RateLimit: header(
    'Remaining requests: `r` in the next `t` seconds (draft-ietf-httpapi-ratelimit-headers).',
    text,
    '"minute";r=1187;t=42',
  ),
  'RateLimit-Policy': header('Limit: `q` requests in `w` seconds.', text, '"minute";q=1200;w=60'),
  'Retry-After': header('Seconds to wait before the next request.', { type: 'integer', minimum: 1 }, 42),
  'WWW-Authenticate': header(
    'Authentication scheme (RFC 6750). Errors with some codes do not have this header.',
    text,
    'Bearer error="invalid_token"',
  ),
};

export const PARAMETERS = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      '`ETag` of the row. If the current `ETag` of the row differs, nothing is written and the status is 412.',
    required: false,
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Unique text for this request, such as a UUID. For 24 hours, repeating the request writes nothing and returns the current state of the rows that the first request wrote. A different request with the same key gets 409.',
    required: false,
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      '`ETag` of an earlier response. If it is still current, the status is 304 and the response has no body.',
    required: false,
    schema: text,
  },
};

export const securitySchemes = (cookie: string): object => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'qb_live_ and 64 hex digits',
    description: 'An API key. It takes precedence over a session.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookie,
    description: 'Session cookie that `POST /session` sets. A session has every permission on its own account.',
  },
});
