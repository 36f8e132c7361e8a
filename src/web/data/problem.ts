import { t } from '@lingui/core/macro';
import { translate, type FieldError } from './fault-messages.js';
import { problemMessage } from './problem-messages.js';

export type { FieldError };

export interface ProblemBody {
  status: number;
  /** Stable code of the error, such as `validation_failed` or `CONFLICT`; `no_answer` if there was no response. */
  code: string;
  message: string;
  errors?: readonly FieldError[];
  /** Seconds to wait after status 429. */
  retryAfter?: number;
}

/** A rejected request, with a message in the language of the interface. `status` is 0 without a response. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly retryAfter: number;

  constructor({ status, code, message, errors = [], retryAfter = 0 }: ProblemBody) {
    super(problemMessage(code, message));
    this.status = status;
    this.code = code;
    this.errors = errors.map(translate);
    this.retryAfter = retryAfter;
  }

  /** Returns the same problem with the errors that `replace` returns, for example with messages for one page. */
  withMessages(replace: (error: FieldError) => FieldError): Problem {
    const { status, code, message, retryAfter } = this;
    return new Problem({ status, code, message, retryAfter, errors: this.errors.map(replace) });
  }

  /** Whether the session has ended or never existed. */
  get signedOut(): boolean {
    // Status 401 is not sufficient: a wrong password has the same status.
    return this.code === 'unauthenticated' || this.code === 'session_required';
  }

  /** Whether the row does not exist. */
  get notFound(): boolean {
    return this.status === 404 || this.code === 'NOT_FOUND';
  }

  /** Whether the request conflicts with stored data, such as rows that refer to a row to be deleted. */
  get conflict(): boolean {
    return this.status === 409 || this.code === 'CONFLICT';
  }
}

/** Converts any error to a problem. An error that is not a `Problem` is a fault of the page itself. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem({ status: 0, code: 'page', message: error instanceof Error ? error.message : String(error) });
}

/** Replaces the server's message about a missing session. After sign-in, the user must send the input again. */
export const notSent = ({ status, code }: Problem): Problem =>
  new Problem({ status, code, message: t`Your session has ended, so nothing has been saved yet.` });

/** Converts an error to the problem that is shown after sending input. If the session has ended, nothing was saved. */
export const problemOfSending = (error: unknown): Problem => {
  const problem = asProblem(error);
  return problem.signedOut ? notSent(problem) : problem;
};

/**
 * Thrown if code of the interface failed to load, because there is no network, or the server now has another version of
 * the interface.
 */
export class NotLoaded extends Problem {
  constructor(cause: unknown, message = t`This page could not be loaded. Queenbook may be unreachable.`) {
    super({ status: 0, code: 'not_loaded', message });
    this.cause = cause;
  }
}
