import { expect, test } from '@jest/globals';
import { decimalsOf, linear } from '../../src/web/charts/scales.js';

// Regression: for scores that differ by hundredths, the labels were -0.0, -0.0, 0.0, 0.0.
test.each([
  [0, 100],
  [-20, 20],
  [0, 3],
  [-1, 1],
  [-0.1, 0.1],
  [-0.02, 0.02],
  [102.31, 102.34],
] as const)('the labels of ticks from %d to %d are different and exact', (from, to) => {
  const ticks = linear([from, to], [0, 1]).nice(4).ticks(4);
  const labels = ticks.map((tick) => tick.toFixed(decimalsOf(ticks)));
  expect(labels.map(Number)).toEqual(ticks.map((tick) => expect.closeTo(tick, 9)));
});
