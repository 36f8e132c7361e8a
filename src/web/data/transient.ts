import { asProblem } from './problem.js';

/** Whether the service did not respond. A later attempt may succeed. */
export function isTransient(error: unknown): boolean {
  const { status, code } = asProblem(error);
  return code === 'no_answer' || [502, 503, 504].includes(status);
}
