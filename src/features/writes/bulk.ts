import { invalid } from '../../core/errors.js';

/** Maximum number of rows that one request creates. */
export const MAX_BULK_ROWS = 1000;

/** Path of an input in the request: `input.` or `inputs.3.`. */
export type PathOf = (index: number) => string;

/** @throws {ServiceError} `validation_failed` if there are no rows or too many */
export function bulkPaths(inputs: readonly unknown[]): PathOf {
  if (inputs.length === 0 || inputs.length > MAX_BULK_ROWS) {
    throw invalid([{ path: 'inputs', message: `must contain 1 to ${MAX_BULK_ROWS} rows, not ${inputs.length}` }]);
  }
  return (index) => `inputs.${index}.`;
}
