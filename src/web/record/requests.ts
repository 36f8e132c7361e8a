import type { Problem } from '../data/problem.js';

/**
 * Time limit of a single request. If several requests shared one limit, every attempt on a slow network would fail at
 * the same request.
 */
const REQUEST_TIMEOUT_MS = 10_000;

export const requestTimeout = (): AbortSignal => AbortSignal.timeout(REQUEST_TIMEOUT_MS);

/** Whether the error is a decision of the server about the values. After other errors, the values are sent again. */
export const isRejection = ({ status, code, errors, notFound, conflict }: Problem): boolean =>
  errors.length > 0 ||
  ['changed', 'overruled', 'BAD_USER_INPUT'].includes(code) ||
  status === 403 ||
  notFound ||
  conflict;
