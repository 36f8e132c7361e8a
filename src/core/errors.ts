import type { FaultCode } from './fault-codes.js';

/**
 * All errors of the service, with their HTTP status and GraphQL code. `toServiceError` converts any other error to one
 * of these; an unknown error becomes `internal`. The message of the other error is not sent.
 */
interface ErrorRow {
  status: number;
  title: string;
  /** The GraphQL code, if it differs from the code of the error. */
  graphql?: string;
}

export const ERRORS = {
  validation_failed: { status: 400, title: 'The request is not valid', graphql: 'BAD_USER_INPUT' },
  key_limit_reached: { status: 400, title: 'The key limit is reached' },
  unauthenticated: { status: 401, title: 'Authentication required' },
  invalid_key: { status: 401, title: 'The API key is not valid' },
  key_disabled: { status: 401, title: 'The API key is disabled' },
  key_expired: { status: 401, title: 'The API key has expired' },
  session_required: { status: 401, title: 'A session is required' },
  invalid_credentials: { status: 401, title: 'Email or password is wrong' },
  address_not_allowed: { status: 403, title: 'This address is not allowed' },
  insufficient_permission: { status: 403, title: 'Missing permission' },
  cross_origin: { status: 403, title: 'Cross-site request' },
  registration_closed: { status: 403, title: 'Registration is closed' },
  not_found: { status: 404, title: 'Not found', graphql: 'NOT_FOUND' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflict with stored data', graphql: 'CONFLICT' },
  // The status is 401 if a request authenticates with the revoked key, and 409 if a request tries to change the key.
  key_revoked: { status: 401, title: 'The API key is revoked' },
  precondition_failed: { status: 412, title: 'The row has changed' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal error', graphql: 'INTERNAL_SERVER_ERROR' },
  unavailable: { status: 503, title: 'Service unavailable' },
} satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * An invalid part of the input. `path` uses the caller's names; `message` says what is wrong, or what valid input is.
 */
export interface Fault {
  path: string;
  message: string;
  /**
   * A user interface translates the message with the help of `code` and `params`. Both are absent from faults that only
   * programs can cause.
   */
  code?: FaultCode;
  params?: Readonly<Record<string, unknown>>;
}

export interface ErrorDetails {
  errors?: Fault[];
  /** Number of further faults that `errors` does not list. */
  omitted?: number;
  status?: number;
  headers?: Record<string, string>;
  /** More members for the problem document, for example `required`, which names the missing permission. */
  extra?: Record<string, unknown>;
}

export class ServiceError extends Error {
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
    this.status = details.status ?? ERRORS[code].status;
  }

  get title(): string {
    return ERRORS[this.code].title;
  }

  /** The value of `extensions.code` in GraphQL. */
  get graphqlCode(): string {
    const row: ErrorRow = ERRORS[this.code];
    return row.graphql ?? this.code;
  }

  /** The error in the format of RFC 9457. `error` repeats `detail` for older clients. */
  toProblem(): Record<string, unknown> {
    return {
      type: 'about:blank',
      title: this.title,
      status: this.status,
      detail: this.message,
      code: this.code,
      error: this.message,
      ...(this.details.errors && { errors: this.details.errors }),
      ...this.details.extra,
    };
  }
}

/** Maximum number of faults that a response lists. */
const MAX_FAULTS = 1000;
const MAX_FAULTS_IN_MESSAGE = 10;

/** Members of {@link FaultsError} beside the listed faults. */
type FaultsDetails = Pick<ErrorDetails, 'omitted' | 'extra'>;

/** An error whose message lists its faults. */
export class FaultsError extends ServiceError {
  constructor(
    override readonly code: 'validation_failed' | 'conflict',
    faults: readonly Fault[],
    { omitted = 0, extra }: FaultsDetails = {},
  ) {
    super(code, joinFaults(faults, omitted), { ...listed(faults, omitted), extra });
  }
}

/** Reports all invalid parts of the input at once. */
export function invalid(faults: readonly Fault[], details?: FaultsDetails): FaultsError {
  return new FaultsError('validation_failed', faults, details);
}

/** Reports all conflicts of the request, each with the path of the member that conflicts. */
export function conflict(conflicts: readonly Fault[], details?: FaultsDetails): FaultsError {
  return new FaultsError('conflict', conflicts, details);
}

function listed(faults: readonly Fault[], omitted: number): ErrorDetails {
  const more = omitted + Math.max(0, faults.length - MAX_FAULTS);
  return { errors: faults.slice(0, MAX_FAULTS), ...(more > 0 && { omitted: more }) };
}

function joinFaults(faults: readonly Fault[], omitted: number): string {
  const words = faults
    .slice(0, MAX_FAULTS_IN_MESSAGE)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message));
  const more = faults.length - words.length + omitted;
  return words.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

export function notFound(what: string): ServiceError {
  return new ServiceError('not_found', `No such ${what}.`);
}

/** Reports a temporary failure, after which the client should wait before it tries again. */
export function unavailable(message: string, retryAfterSeconds: number): ServiceError {
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': String(retryAfterSeconds) } });
}

export function unauthenticated(): ServiceError {
  return new ServiceError('unauthenticated', 'Sign in or send an API key as "Authorization: Bearer <key>".', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}
