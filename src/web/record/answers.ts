import type { Problem } from '../data/problem.js';

/** Time to wait for a response. A time for several requests would end each attempt on a slow network at the same one. */
const ANSWER_TIMEOUT_MS = 10_000;

export const answerInTime = (): AbortSignal => AbortSignal.timeout(ANSWER_TIMEOUT_MS);

/** Whether the server has accepted or rejected the values; otherwise they are sent again later. */
export const isJudged = ({ status, code, errors, notFound, conflict }: Problem): boolean =>
  errors.length > 0 ||
  ['changed', 'overruled', 'BAD_USER_INPUT'].includes(code) ||
  status === 403 ||
  notFound ||
  conflict;
