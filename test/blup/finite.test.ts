import { expect, test } from '@jest/globals';
import { requireFinite } from '../../src/blup/finite.js';
import { ModelError } from '../../src/blup/index.js';

test.each([
  ['a number', Infinity],
  ['a member', { logLikelihood: NaN }],
  ['a nested array', { genetic: [[1, 2, -Infinity]] }],
  ['a typed array', { fixed: [Float64Array.of(1, NaN)] }],
])('a result with a number that is not finite is rejected: %s', (_, result) => {
  expect(() => requireFinite(result)).toThrow(ModelError);
  expect(() => requireFinite(result)).toThrow(expect.objectContaining({ code: 'not_solved' }));
});

test('a result of finite numbers is returned unchanged', () => {
  const result = { values: Float64Array.of(0, -1e300), names: ['a'], errors: [null, undefined, 3], converged: false };
  expect(requireFinite(result)).toBe(result);
});
