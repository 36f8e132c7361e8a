/**
 * The domain's errors, and the only table from a code to its HTTP status and GraphQL word.
 * Whatever is not a `ServiceError` is a fault of ours and is shown as `internal`, without its text.
 */
interface Row {
  status: number;
  title: string;
  /** The word in GraphQL where it is another. */
  graphql?: string;
}

export const ERRORS = {
  validation_failed: { status: 400, title: 'The request is not valid', graphql: 'BAD_USER_INPUT' },
  key_limit_reached: { status: 400, title: 'The limit of keys is reached' },
  unauthenticated: { status: 401, title: 'Sign in, or send an API key' },
  invalid_key: { status: 401, title: 'The API key is not valid' },
  key_disabled: { status: 401, title: 'The API key is disabled' },
  key_expired: { status: 401, title: 'The API key has expired' },
  session_required: { status: 401, title: 'A session is required' },
  invalid_credentials: { status: 401, title: 'Email or password is wrong' },
  address_not_allowed: { status: 403, title: 'The address is not allowed' },
  insufficient_permission: { status: 403, title: 'The permission is lacking' },
  cross_origin: { status: 403, title: 'The request comes from another site' },
  registration_closed: { status: 403, title: 'Registration is closed' },
  not_found: { status: 404, title: 'Not found', graphql: 'NOT_FOUND' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  conflict: { status: 409, title: 'The request conflicts with what is stored', graphql: 'CONFLICT' },
  // 401 where the revoked key is presented, 409 where it is to be changed.
  key_revoked: { status: 401, title: 'The API key is revoked' },
  precondition_failed: { status: 412, title: 'The row is not what it was' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong here', graphql: 'INTERNAL_SERVER_ERROR' },
  unavailable: { status: 503, title: 'The service is not available' },
} satisfies Record<string, Row>;

export type ErrorCode = keyof typeof ERRORS;

/** A faulty part of the input: `path` in the caller's own names, `message` says what would be right. */
export interface Fault {
  path: string;
  message: string;
}

export interface ErrorDetails {
  errors?: Fault[];
  status?: number;
  headers?: Record<string, string>;
  /** Members shown besides, such as `required` of a lacking permission. */
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

  /** The word in GraphQL's `extensions.code`. */
  get graphqlCode(): string {
    const row: Row = ERRORS[this.code];
    return row.graphql ?? this.code;
  }

  /** RFC 9457; `error` repeats the detail for older clients. */
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

/** How many faults an answer holds at most, and how many of them its text repeats. */
const MOST = 1000;
const MOST_IN_WORDS = 10;

/** Input that breaks a rule; every fault at once. */
export function invalid(faults: Fault[], extra?: ErrorDetails['extra']): ServiceError {
  return new ServiceError('validation_failed', inWords(faults), { errors: faults.slice(0, MOST), extra });
}

/** What stands in the way of a request, each by the member that it concerns. */
export function conflict(conflicts: Fault[]): ServiceError {
  return new ServiceError('conflict', inWords(conflicts), { errors: conflicts.slice(0, MOST) });
}

function inWords(faults: Fault[]): string {
  const words = faults.slice(0, MOST_IN_WORDS).map(({ path, message }) => (path ? `${path}: ${message}` : message));
  const more = faults.length - words.length;
  return words.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

export function notFound(what: string): ServiceError {
  return new ServiceError('not_found', `There is no such ${what}.`);
}

export function unauthenticated(): ServiceError {
  return new ServiceError('unauthenticated', 'Sign in, or send an API key as "Authorization: Bearer <key>".', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}
