import { describe, expect, test } from '@jest/globals';
import {
  beeModel,
  beePedigree,
  beeVariances,
  breedingValues,
  Structures,
  WORKER_AND_QUEEN,
  type BeeQueen,
  type Limits,
  type Model,
} from '../../src/blup/index.js';
import { random } from './dense.js';

const NEVER_EXACT: Limits = { entries: 0, work: 0 };
const VARIANCES = beeVariances({ worker: 50, queen: 30, covariance: -15, residual: 60 });

/**
 * Returns a closed population. Every queen after the first generation mates with drones of the daughters of one of
 * a few drone mothers of the preceding generation.
 */
function closed(perGeneration: number, generations: number, droneMothers: number) {
  const { below } = random(3);
  const queens = Array.from({ length: perGeneration * generations }, (_, id): BeeQueen => {
    const generation = Math.floor(id / perGeneration);
    if (generation === 0) return { id, colony: true };
    const first = (generation - 1) * perGeneration;
    const sire = first + below(droneMothers);
    const mating = { kind: 'dpq', sire, droneProducers: 8, drones: 12, group: generation } as const;
    return { id, dam: first + below(Math.ceil(perGeneration / 8)), mating, colony: true };
  });
  const pedigree = beePedigree(queens);
  const year = queens.map(({ id }) => Math.floor(Number(id) / perGeneration));
  const groups = Math.ceil(perGeneration / 12);
  const model = beeModel(pedigree, {
    queen: Int32Array.from(queens.keys()),
    group: Int32Array.from(queens, (_, q) => year[q]! * groups + below(groups)),
    groups: groups * generations,
    values: Float64Array.from(queens, () => below(40)),
  });
  const cohort = new Float64Array(pedigree.relationship.size).fill(NaN);
  for (const nodes of [pedigree.queenNode, pedigree.workerNode]) {
    nodes.forEach((node, q) => {
      if (node >= 0) cohort[node] = 2000 + year[q]!;
    });
  }
  return { pedigree, model, cohort, year };
}

const values = (model: Model, cohort: Float64Array, limits?: Limits) =>
  breedingValues(model, VARIANCES, { combinations: [WORKER_AND_QUEEN], cohort, ...(limits && { limits }) });

// By default, populations of this size are solved exactly. bench/blup-narrow.js measures large populations.
describe.each([
  [5, 12, 0.06],
  [5, 20, 0.06],
  [2, 16, 0.09],
])('a closed population with %i drone mothers and %i generations', (droneMothers, generations, largest) => {
  const { pedigree, model, cohort, year } = closed(150, generations, droneMothers);
  const exact = values(model, cohort);
  const near = values(model, cohort, NEVER_EXACT);

  // Regression: reliabilities were too high by 0.1 to 0.25 in the youngest generations.
  test.each(['queenNode', 'workerNode'] as const)(
    'has calibrated reliabilities close to the exact reliabilities: %s',
    (nodes) => {
      const errors = Array.from({ length: generations }, (): number[] => []);
      pedigree[nodes].forEach((node, q) => {
        if (node < 0) return;
        errors[year[q]!]!.push(near.reliabilities[0]!.reliability[node]! - exact.reliabilities[0]!.reliability[node]!);
      });
      for (const each of errors) {
        expect(Math.abs(each.reduce((sum, error) => sum + error, 0) / each.length)).toBeLessThan(0.01);
        expect(Math.max(...each.map(Math.abs))).toBeLessThan(largest);
      }
    },
  );

  test('has estimated errors of the reliabilities that agree with the true errors', () => {
    const [error] = near.method.errors!;
    const sizes = [...pedigree.queenNode, ...pedigree.workerNode]
      .filter((node) => node >= 0)
      .map((node) => Math.abs(near.reliabilities[0]!.reliability[node]! - exact.reliabilities[0]!.reliability[node]!));
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    expect(error!.mean).toBeGreaterThan(mean / 3);
    expect(error!.mean).toBeLessThan(mean * 3 + 0.005);
    expect(error!.largest).toBeGreaterThan(Math.max(...sizes) / 3);
    expect(exact.method.errors).toBeUndefined();
  });

  // Regression: conjugate gradients took hundreds of iterations, because the precision of generation means is low.
  test('is solved by conjugate gradients in fewer than 80 iterations', () => {
    expect(near.method.iterations).toBeLessThan(80);
    near.genetic.forEach((effect, i) =>
      effect.forEach((value, node) => expect(value).toBeCloseTo(exact.genetic[i]![node]!, 6)),
    );
  });
});

test('the prediction error variance of a value agrees with its reliability, with and without calibration', () => {
  const { pedigree, model, cohort } = closed(60, 5, 3);
  for (const limits of [undefined, NEVER_EXACT]) {
    const { pev, reliability } = values(model, cohort, limits).reliabilities[0]!;
    reliability.forEach((value, node) => {
      expect(1 - pev[node]! / (pedigree.relationship.diagonal[node]! * 50)).toBeCloseTo(value, 9);
    });
  }
});

test('sharing a cache of factorizations does not change results, even if the traits have different tests', () => {
  const { model, cohort } = closed(60, 5, 3);
  const structures = new Structures();
  const options = { combinations: [WORKER_AND_QUEEN], cohort, structures };
  const half = model.values.length / 2;
  const part: Model = {
    ...model,
    values: model.values.slice(half),
    fixed: model.fixed.map((effect) => ('level' in effect ? { ...effect, level: effect.level.slice(half) } : effect)),
    genetic: {
      ...model.genetic!,
      effects: model.genetic!.effects.map(({ name, node }) => ({ name, node: node.slice(half) })),
    },
  };
  for (const each of [model, part, model, { ...model, values: model.values.map((value) => value ** 2) }]) {
    const [shared, alone] = [breedingValues(each, VARIANCES, options), values(each, cohort)];
    expect(shared.method).toEqual(alone.method);
    expect(shared.genetic).toEqual(alone.genetic);
    expect(shared.reliabilities).toEqual(alone.reliabilities);
  }
});

test('the limits of the exact computation apply to the entries and the operations of the factorization, not to the number of unknowns', () => {
  const { model, cohort } = closed(60, 5, 3);
  const method = (limits: Limits) => values(model, cohort, limits).method.reliabilities;
  expect(method({ entries: 1e6, work: 1e9 })).toBe('selected inversion');
  expect(method({ entries: 1e6, work: 1e3 })).toBe('approximation');
  expect(method({ entries: 2000, work: 1e9 })).toBe('approximation');
});
