import { describe, expect, test } from '@jest/globals';
import { calibrate } from '../../src/blup/approximation/calibration.js';
import type { Features } from '../../src/blup/approximation/features.js';
import { krige } from '../../src/blup/approximation/kriging.js';
import { sampleRounds } from '../../src/blup/approximation/sampling.js';
import { random } from './dense.js';
import { beeExample } from './examples.js';

/** Returns two kinds of nodes, ten of each birth year from 2000 to 2020. */
function example(): Features {
  const { uniform } = random(3);
  const size = 420;
  const draw = (scale: number) => Float64Array.from({ length: size }, () => scale * uniform());
  return {
    kind: Uint8Array.from({ length: size }, (_, k) => k % 2),
    time: Float64Array.from({ length: size }, (_, k) => 2000 + Math.floor(k / 20)),
    reliability: draw(0.3),
    descendants: draw(10),
    relatives: draw(10),
    inbreeding: draw(0.1),
  };
}

const features = example();
const nodes = [...features.kind.keys()];
const cellOf = (k: number) => `${features.kind[k]} ${features.time[k]}`;
const sample = nodes.filter((k) => k % 7 === 0);
const krigeErrors = (errorOf: (k: number) => number, of = sample) =>
  krige(
    features,
    of,
    of.map(errorOf),
    of.map(() => 1),
  );

test('errors that change linearly with the birth year are predicted, separately for each kind of nodes', () => {
  const errorOf = (k: number) => (features.kind[k] === 1 ? 0.05 : -0.02) + (features.time[k]! - 2000) * 0.003;
  const { predict, residuals } = krigeErrors(errorOf);
  for (const k of nodes) expect(Math.abs(predict(k) - errorOf(k))).toBeLessThan(0.003);
  for (const residual of residuals) expect(Math.abs(residual)).toBeLessThan(0.003);
});

test.each(['reliability', 'descendants', 'relatives', 'inbreeding'] as const)(
  'errors that depend on the feature %s are predicted better than by their mean',
  (name) => {
    const size = Math.max(...features[name]);
    const errorOf = (k: number) => 0.1 * Math.sin((3 * features[name][k]!) / size);
    const others = nodes.filter((k) => k % 7 !== 0);
    const mean = nodes.reduce((sum, k) => sum + errorOf(k), 0) / nodes.length;
    const squares = (of: (k: number) => number) => others.reduce((sum, k) => sum + (errorOf(k) - of(k)) ** 2, 0);
    expect(squares(krigeErrors(errorOf).predict) / squares(() => mean)).toBeLessThan(0.5);
  },
);

test('the residual of a sampled node is its error minus the prediction from the other sampled nodes', () => {
  const errorOf = (k: number) =>
    0.05 + 0.1 * Math.sin(features.reliability[k]! * 10) + (features.time[k]! - 2000) / 300;
  const { residuals } = krigeErrors(errorOf);
  expect(residuals).toHaveLength(sample.length);
  sample.slice(0, 12).forEach((k, i) => {
    const others = sample.filter((other) => other !== k);
    expect(residuals[i]).toBeCloseTo(errorOf(k) - krigeErrors(errorOf, others).predict(k), 7);
  });
});

test('nodes are drawn evenly from each kind and birth year, and half of them at random, until all are drawn', () => {
  const rounds = [...sampleRounds(features, nodes)];
  const cells = new Set(nodes.map(cellOf)).size;
  expect(rounds.map(({ length }) => length)).toEqual([8, 2 * cells - 8, 2 * cells, 2 * cells, 4 * cells]);
  for (const round of rounds) expect(round.filter(({ isRandom }) => isRandom)).toHaveLength(round.length / 2);
  const drawn = rounds.flat().map(({ node }) => node);
  expect(new Set(drawn).size).toBe(nodes.length);
  expect(new Set(drawn.slice(0, 8).map(cellOf)).size).toBe(8);
  for (let pass = 0; pass < 10; pass += 1) {
    expect(new Set(drawn.slice(pass * cells, (pass + 1) * cells).map(cellOf)).size).toBe(cells);
  }
});

test('the first node of a kind and birth year that is not drawn at random is its most unusual node', () => {
  const isUnusual = (k: number) => k % 20 === 6;
  const descendants = features.descendants.map((value, k) => (isUnusual(k) ? 100 : value));
  const found = new Map<string, boolean>();
  for (const { node, isRandom } of [...sampleRounds({ ...features, descendants }, nodes)].flat()) {
    const cell = cellOf(node);
    if (isUnusual(node)) found.set(cell, true);
    else if (!isRandom && features.kind[node] === 0) expect([cell, found.get(cell)]).toEqual([cell, true]);
  }
});

describe('the calibration of approximate reliabilities', () => {
  const { pedigree, year } = beeExample(300, { years: 6 });
  const { relationship, queenNode } = pedigree;
  const cohort = new Float64Array(relationship.size).fill(NaN);
  queenNode.forEach((node, q) => (cohort[node] = 2000 + year[q]!));
  const { uniform } = random(8);
  const exact = Float64Array.from({ length: relationship.size }, () => 0.2 + 0.5 * uniform());

  test('removes errors that grow with the birth year, and estimates the remaining errors', () => {
    const near = exact.map((value, k) => value + 0.02 * ((cohort[k]! || 2000) - 1999));
    const asked: number[] = [];
    const { reliability, error } = calibrate(relationship, near, cohort, (k) => exact[asked[asked.push(k) - 1]!]!);
    expect(error.sample).toBe(asked.length);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThan(queenNode.length / 2);
    for (const k of asked) expect(reliability[k]).toBe(exact[k]);
    expect(asked.filter((k) => Number.isNaN(cohort[k]))).toEqual([]);
    const errors = [...queenNode].map((k) => Math.abs(reliability[k]! - exact[k]!));
    expect(errors.reduce((sum, each) => sum + each, 0) / errors.length).toBeLessThan(0.005);
    expect(error.mean).toBeLessThanOrEqual(0.005);
    expect(error.largest).toBeLessThanOrEqual(0.03);
  });

  test('needs only two nodes of each birth year if the approximation is exact', () => {
    const { reliability, error } = calibrate(relationship, exact, cohort, (k) => exact[k]!);
    expect(reliability).toEqual(exact);
    expect(error).toEqual({ sample: 12, mean: 0, largest: 0 });
  });

  test('can use all nodes if no birth year is known, and returns values from 0 to 1', () => {
    const near = exact.map((value) => value + 0.8 * (uniform() - 0.5));
    const asked = new Set<number>();
    const { reliability, error } = calibrate(relationship, near, undefined, (k) => {
      asked.add(k);
      return exact[k]!;
    });
    for (const value of reliability) expect(Math.abs(value - 0.5)).toBeLessThanOrEqual(0.5);
    expect([...asked].some((k) => !queenNode.includes(k))).toBe(true);
    // These errors depend on no feature, so the whole sample is needed.
    expect(error.sample).toBe(asked.size);
    expect(asked.size).toBeGreaterThan(100);
    expect(error.mean).toBeGreaterThan(0.05);
  });
});
