import { invalid } from '../../core/errors.js';

/** Maximum number of rows that one request can create or change. */
export const MAX_BULK_ROWS = 1000;

/** Returns the path of the input with this index in the request, such as `input.` or `inputs.3.`. */
export type PathOf = (index: number) => string;

/** @throws {ServiceError} `validation_failed` if there are no rows or too many */
export function bulkPaths(inputs: readonly unknown[]): PathOf {
  if (inputs.length === 0 || inputs.length > MAX_BULK_ROWS) {
    throw invalid([{ path: 'inputs', message: `must contain 1 to ${MAX_BULK_ROWS} rows, not ${inputs.length}` }]);
  }
  return (index) => `inputs.${index}.`;
}
