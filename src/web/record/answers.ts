import type { Problem } from '../data/problem.js';

/**
 * Time limit of a single request. With one limit for several requests, every attempt on a slow network would end at the
 * same request.
 */
const ANSWER_TIMEOUT_MS = 10_000;

export const answerInTime = (): AbortSignal => AbortSignal.timeout(ANSWER_TIMEOUT_MS);

/** Whether the server has accepted or rejected the values; otherwise they are sent again later. */
export const isJudged = ({ status, code, errors, notFound, conflict }: Problem): boolean =>
  errors.length > 0 ||
  ['changed', 'overruled', 'BAD_USER_INPUT'].includes(code) ||
  status === 403 ||
  notFound ||
  conflict;
