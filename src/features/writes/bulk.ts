import { invalid } from '../../core/errors.js';

/** How many rows one request may make. */
export const BULK = 1000;

/** Where in the request an input stands: `input.`, or `inputs.3.`. */
export type PathOf = (index: number) => string;

/** @throws {ServiceError} `validation_failed` for none or too many */
export function pathOfBulk(inputs: readonly unknown[]): PathOf {
  if (inputs.length === 0 || inputs.length > BULK) {
    throw invalid([{ path: 'inputs', message: `must hold 1 to ${BULK} rows, not ${inputs.length}` }]);
  }
  return (index) => `inputs.${index}.`;
}
