import { ModelError } from './model-error.js';

/**
 * Checks that all numbers of a result are finite, also in nested objects and arrays. A number can be infinite or NaN if
 * the magnitudes of the input values are very different.
 *
 * @throws ModelError `not_solved`
 */
export function requireFinite<Result>(result: Result): Result {
  if (!isFinite(result)) {
    throw new ModelError(
      'not_solved',
      'The solutions are not finite numbers: the values, weights or variances differ too much in size. Use values and variances in a suitable unit.',
    );
  }
  return result;
}

function isFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value instanceof Float64Array) return value.every(Number.isFinite);
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isFinite);
  return true;
}
