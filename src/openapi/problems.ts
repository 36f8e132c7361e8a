import { ERRORS, type ErrorCode } from '../core/errors.js';
import type { CustomOperation, Operation } from '../rest/operation.js';
import { ref } from './json-schema.js';

/** The access rule of an operation. */
export type Needs = CustomOperation['needs'];

interface ProblemRow {
  status: number;
  /** The code in the example response. */
  code: ErrorCode;
  description: string;
  headers?: readonly string[];
}

const KEY_CODES =
  '`invalid_key`: the key is unknown. `key_disabled`, `key_expired`, `key_revoked`: the key is no longer accepted.';
const SESSION_CODE = '`session_required`: the operation does not accept API keys.';

/** Errors that operations share. */
export const PROBLEMS = {
  Invalid: {
    status: 400,
    code: 'validation_failed',
    description: '`validation_failed`: the input is invalid. `errors` lists every invalid parameter and member.',
  },
  Unauthenticated: {
    status: 401,
    code: 'unauthenticated',
    description: `\`unauthenticated\`: the request has neither an API key nor a session. ${KEY_CODES}`,
    headers: ['WWW-Authenticate'],
  },
  SessionRequired: {
    status: 401,
    code: 'session_required',
    description: `\`unauthenticated\`: the request has no session. ${SESSION_CODE} ${KEY_CODES}`,
    headers: ['WWW-Authenticate'],
  },
  KeyRefused: {
    status: 401,
    code: 'session_required',
    description: `${SESSION_CODE} ${KEY_CODES}`,
    headers: ['WWW-Authenticate'],
  },
  Forbidden: {
    status: 403,
    code: 'insufficient_permission',
    description:
      '`insufficient_permission`: the key lacks the permission in `required`. `address_not_allowed`: the key is not accepted from this IP address. `cross_origin`: a page of another site tried to change data with a session.',
    headers: ['WWW-Authenticate'],
  },
  NotFound: { status: 404, code: 'not_found', description: '`not_found`: the account has no such row.' },
  Conflict: { status: 409, code: 'conflict', description: '' },
  PreconditionFailed: {
    status: 412,
    code: 'precondition_failed',
    description: '`precondition_failed`: the row no longer has the `ETag` in `If-Match`. Read the row again.',
  },
  PayloadTooLarge: {
    status: 413,
    code: 'payload_too_large',
    description: '`payload_too_large`: the body is too large.',
  },
  UnsupportedMediaType: {
    status: 415,
    code: 'unsupported_media_type',
    description:
      '`unsupported_media_type`: the body must have the documented content type, encoded in UTF-8 and uncompressed.',
  },
  TooManyRequests: {
    status: 429,
    code: 'rate_limited',
    description:
      '`rate_limited`: too many requests with a key, in a session or from an IP address, too many new API keys, or too many unfinished imports.',
    headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  },
  InternalError: { status: 500, code: 'internal', description: '`internal`: the service failed.' },
  Unavailable: {
    status: 503,
    code: 'unavailable',
    description: '`unavailable`: the database cannot process the request at the moment. Try again later.',
    headers: ['Retry-After'],
  },
} satisfies Record<string, ProblemRow>;

type ProblemName = keyof typeof PROBLEMS;
const BY_STATUS = new Map(
  (Object.keys(PROBLEMS) as ProblemName[]).reverse().map((name) => [PROBLEMS[name].status, name]),
);

export function problemResponse(name: ProblemName, details = ''): object {
  const { code, status, description, headers: own = [] }: ProblemRow = PROBLEMS[name];
  const headers = [...new Set([...own, 'RateLimit', 'RateLimit-Policy'])];
  const { title } = ERRORS[code];
  return {
    description: [description, details].filter(Boolean).join(' Also: '),
    headers: headerRefs(headers),
    content: {
      'application/problem+json': {
        schema: ref('Problem'),
        example: { type: 'about:blank', title, status, detail: `${title}.`, code, error: `${title}.` },
      },
    },
  };
}

export const headerRefs = (names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** All errors of an operation, by status. */
export function problemsOf(operation: Operation, needs: Needs): Record<string, object> {
  const { path, body, problems = {} } = operation;
  // Every operation rejects unknown parameters.
  const names = new Set<ProblemName>(['Invalid', 'Forbidden', 'TooManyRequests', 'InternalError', 'Unavailable']);
  if (needs === 'no key') names.add('KeyRefused');
  else names.add(needs.caller === 'session' ? 'SessionRequired' : 'Unauthenticated');
  if (path.includes(':')) names.add('NotFound');
  if (body) for (const name of ['PayloadTooLarge', 'UnsupportedMediaType'] as const) names.add(name);

  const answers = [...names].map((name) => {
    const details = problems[PROBLEMS[name].status];
    const answer = details === undefined ? { $ref: `#/components/responses/${name}` } : problemResponse(name, details);
    return [PROBLEMS[name].status, answer] as const;
  });
  const shared = new Set<number>(answers.map(([status]) => status));
  const own = Object.entries(problems).filter(([status]) => !shared.has(Number(status)));
  return Object.fromEntries([...answers, ...own.map(([status, text]) => [status, ownProblem(Number(status), text)])]);
}

function ownProblem(status: number, text: string): object {
  const name = BY_STATUS.get(status);
  if (!name) throw new Error(`PROBLEMS has no entry for status ${status}`);
  return { ...problemResponse(name), description: text };
}
