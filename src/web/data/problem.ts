import { t } from '@lingui/core/macro';
import { translated, type FieldError } from './fault-messages.js';
import { problemMessage } from './problem-messages.js';

export type { FieldError };

export interface ProblemBody {
  status: number;
  /** Stable code of the error, such as `validation_failed` or `CONFLICT`; empty if there was no response. */
  code: string;
  message: string;
  errors?: readonly FieldError[];
  /** Seconds to wait, for 429. */
  retryAfter?: number;
}

/** A rejection in the language of the interface, or a missing response: then `status` is 0. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly retryAfter: number;

  constructor({ status, code, message, errors = [], retryAfter = 0 }: ProblemBody) {
    super(problemMessage(code, message));
    this.status = status;
    this.code = code;
    this.errors = errors.map(translated);
    this.retryAfter = retryAfter;
  }

  /** The same problem with other messages at its fields, adapted to this page. */
  withMessages(replace: (error: FieldError) => FieldError): Problem {
    const { status, code, message, retryAfter } = this;
    return new Problem({ status, code, message, retryAfter, errors: this.errors.map(replace) });
  }

  /** Whether there is no session or it has ended. */
  get signedOut(): boolean {
    // A wrong password is 401 too, even in a session.
    return this.code === 'unauthenticated' || this.code === 'session_required';
  }

  /** Whether the row does not exist (any more). */
  get notFound(): boolean {
    return this.status === 404 || this.code === 'NOT_FOUND';
  }

  /** Whether it conflicts with stored data, such as rows that refer to a row to be deleted. */
  get conflict(): boolean {
    return this.status === 409 || this.code === 'CONFLICT';
  }
}

/** Any error as a problem. Errors that are not problems are faults of the page itself. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem({ status: 0, code: 'page', message: error instanceof Error ? error.message : String(error) });
}

/** Replaces the server's message about a missing session, because signing in again does not send the input again. */
export const notSent = ({ status, code }: Problem): Problem =>
  new Problem({ status, code, message: t`Your session has ended, so nothing has been saved yet.` });

/** The problem as shown to the user who sent something: a missing session means that nothing was sent. */
export const problemOfSending = (error: unknown): Problem => {
  const problem = asProblem(error);
  return problem.signedOut ? notSent(problem) : problem;
};

/** The code of a page or a part of it failed to load: there is no network, or the server has another version now. */
export class NotLoaded extends Problem {
  constructor(cause: unknown, message = t`This page could not be loaded. Queenbook may be unreachable.`) {
    super({ status: 0, code: 'not_loaded', message });
    this.cause = cause;
  }
}
