import type { JsonSchema } from './json-schema.js';

const DESCRIPTION = `
Breeding data of honey-bee queens: F0 queens (breeding stock), F1 queens (production), performance tests of eight traits,
estimated breeding values, apiaries and hives.

- JSON in UTF-8, names in \`snake_case\`. A success is \`{"data": …}\`, a list \`{"data": […], "page": {…}}\`.
- **Lists** come in pages of \`limit\` rows. To read all of a list follow \`page.next_cursor\` (or the \`Link\` with
  \`rel="next"\`): that visits every row once, also while others are written.
- **Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\` and, for bad input, every faulty path in \`errors\`.
- **Permissions**: a key has a level (\`none\`, \`read\`, \`write\`) on each resource; \`x-required-permission\` says which an operation
  needs. Members of another resource that the caller may not read are left out of an answer: those are not \`required\` here.
- **Rows** belong to an account. Another account's row does not exist: 404.
- Answers may come to have more members in time; a request may have only those that are told. No text may hold
  U+0000 or half of a surrogate pair.
- Every GET answers HEAD as well, every path OPTIONS; another method is a 405 with \`Allow\`.
  \`/api\` and \`/api/v1\` answer alike.
- This document is at \`/api/openapi.json\`, a page of it at \`/api/docs\`; both need no credentials.
`.trim();

export const ABOUT = (version: string): object => ({
  info: { title: 'Queenbook', version, summary: 'Breeding data of honey-bee queens', description: DESCRIPTION },
  servers: [
    { url: '/api/v1', description: 'This service.' },
    { url: '/api', description: 'The same, under the older prefix.' },
  ],
});

const header = (description: string, schema: JsonSchema, example: unknown) => ({ description, schema, example });
const text: JsonSchema = { type: 'string' };

export const HEADERS = {
  'Content-Disposition': header('A name for the file.', text, 'attachment; filename="queenbook-2026-05-01.zip"'),
  ETag: header('Tag of the answer, for `If-None-Match`.', text, 'W/"q2c0qkvVE0dkIhb6hpe9tqRj3u8"'),
  Link: header(
    'The next page of a list, if there is one (RFC 8288).',
    text,
    '</api/v1/queens?cursor=WyJKdW5vIl0>; rel="next"',
  ),
  Location: header(
    'Where what was made is to be found.',
    { type: 'string', format: 'uri-reference' },
    '/api/v1/imports/0198f3a5-0000-7000-8000-000000000008',
  ),
  RateLimit: header(
    'What is left of a limit: `r` requests for the next `t` seconds (draft-ietf-httpapi-ratelimit-headers).',
    text,
    '"minute";r=1187;t=42',
  ),
  'RateLimit-Policy': header('A limit: `q` requests in `w` seconds.', text, '"minute";q=1200;w=60'),
  'Retry-After': header('Seconds to wait before the next try.', { type: 'integer', minimum: 1 }, 42),
  'WWW-Authenticate': header('How to come in (RFC 6750); not with every code.', text, 'Bearer error="invalid_token"'),
};

export const PARAMETERS = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'An `ETag` of the row: it is changed only where it is still what was seen; else 412.',
    required: false,
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any text of the client for this one request, such as a UUID: within 24 hours the same request is answered as the ' +
      'first time and writes nothing; another request with it is a 409.',
    required: false,
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An `ETag` of an earlier answer: where it still holds, the answer is 304 without a body.',
    required: false,
    schema: text,
  },
};

export const securitySchemes = (cookie: string): object => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'qb_live_ and 64 hex digits',
    description: 'An API key. Where a session comes along, the key decides.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookie,
    description: 'The session of a browser, as `POST /session` sets it. It may do everything on its own account.',
  },
});
