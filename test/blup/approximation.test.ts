import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { approximateErrors } from '../../src/blup/approximation/approximate-errors.js';
import { beeModel } from '../../src/blup/bee-model.js';
import { beePedigree } from '../../src/blup/bee-pedigree.js';
import { nodeErrors } from '../../src/blup/error-sample.js';
import { designOf, precisionOf } from '../../src/blup/equations.js';
import type { Model, Variances } from '../../src/blup/model.js';
import { exactErrors } from '../../src/blup/reliability.js';
import { iterationOf, solveDirectly } from '../../src/blup/solutions.js';
import { invertSelected } from '../../src/blup/sparse/selected-inverse.js';
import { random } from './dense.js';
import { beeExample, pedigreeOf, usual } from './examples.js';
import { runs } from '../support/fuzz.js';

const variancesOf = (effects: number, random: number): Variances => ({
  genetic: [
    [50, -15],
    [-15, 30],
  ]
    .slice(0, effects)
    .map((row) => row.slice(0, effects)),
  random: [20, 40].slice(0, random),
  residual: 60,
});

/** Compares the approximate covariances of the prediction errors of each node with the exact covariances. */
function expectExact(model: Model, effects: number): void {
  const variances = variancesOf(effects, model.random?.length ?? 0);
  const design = designOf(model);
  const near = approximateErrors(design, precisionOf(model, variances));
  const exact = exactErrors(design, invertSelected(solveDirectly(design, variances).factor));
  let largest = 0;
  for (let k = 0; k < design.relationship.size; k += 1) {
    for (let i = 0; i < effects; i += 1) {
      for (let j = 0; j < effects; j += 1) largest = Math.max(largest, Math.abs(near(k, i, j) - exact(k, i, j)));
    }
  }
  expect(largest).toBeLessThan(1e-7);
}

const effectsOf = (animal: Int32Array, parent: Int32Array, effects: number) =>
  [
    { name: 'direct', node: animal },
    { name: 'parental', node: parent },
  ].slice(0, effects);

test('approximate error variances are exact if no two paths connect the same relatives, and there are no fixed effects', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 2 }),
      (seed, count, effects) => {
        const { below, uniform } = random(seed);
        // Every animal has at most one parent with information. The other parent is unknown, or has no record and no other
        // relatives.
        const entries: string[] = [];
        const line: { id: number; parent: number }[] = [];
        for (let n = 0; n < count; n += 1) {
          const parent = line.length > 0 && uniform() < 0.8 ? line[below(line.length)]!.id : 0;
          const mate = uniform() < 0.5 ? entries.push(`${entries.length + 1} 0 0`) : 0;
          const id = entries.length + 1;
          entries.push(uniform() < 0.5 ? `${id} ${parent} ${mate}` : `${id} ${mate} ${parent}`);
          line.push({ id, parent });
        }
        const { relationship, nodeOf } = pedigreeOf(entries.join('|'));
        // A record of two effects can be repeated.
        const tested = line.flatMap((each) =>
          effects === 2 && each.parent > 0 && uniform() < 0.3 ? [each, each] : [each],
        );
        const animal = Int32Array.from(tested, ({ id }) => nodeOf[id - 1]!);
        const parent = Int32Array.from(tested, (each) => (each.parent === 0 ? -1 : nodeOf[each.parent - 1]!));
        // Every level of a random effect has at most one record.
        const levels = () => animal.map((_, r) => (uniform() < 0.6 ? r : -1));
        const model: Model = {
          values: Float64Array.from(animal, () => uniform()),
          weights: Float64Array.from(animal, () => 0.5 + uniform()),
          fixed: [],
          random: ['environment', 'tester'].map((name) => ({ name, level: levels(), levels: animal.length })),
          genetic: { relationship, effects: effectsOf(animal, parent, effects) },
        };
        expectExact(model, effects);
      },
    ),
    { numRuns: runs(40) },
  );
});

test('approximate error variances are exact for daughters of unrelated parents in one or two contemporary groups', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.array(fc.integer({ min: 2, max: 30 }), { minLength: 1, maxLength: 2 }),
      fc.integer({ min: 1, max: 2 }),
      (seed, counts, effects) => {
        const { below, uniform } = random(seed);
        const entries: string[] = [];
        const tested: number[] = [];
        const level: number[] = [];
        counts.forEach((count, group) => {
          const first = entries.length + 1;
          const founders = 2 + below(12);
          const sires = 1 + below(founders - 1);
          const parent = (from: number, end: number) => (uniform() < 0.2 ? 0 : first + from + below(end - from));
          for (let n = 0; n < founders; n += 1) entries.push(`${first + n} 0 0`);
          for (let n = 0; n < count; n += 1) {
            tested.push(entries.push(`${entries.length + 1} ${parent(0, sires)} ${parent(sires, founders)}`));
            level.push(group);
          }
        });
        const { relationship, nodeOf } = pedigreeOf(entries.join('|'));
        const animal = Int32Array.from(tested, (id) => nodeOf[id - 1]!);
        const dam = animal.map((k) => relationship.parent2[k]!);
        // The first record of each group has the same tester. No other path connects the groups.
        const tester = animal.map((_, r) => (level[r] !== level[r - 1] ? 0 : uniform() < 0.5 ? r : -1));
        const model: Model = {
          values: Float64Array.from(animal, () => uniform()),
          weights: Float64Array.from(animal, () => 0.5 + uniform()),
          fixed: [{ name: 'group', level: Int32Array.from(level), levels: counts.length }],
          random: [{ name: 'tester', level: tester, levels: animal.length }],
          genetic: { relationship, effects: effectsOf(animal, dam, effects) },
        };
        expectExact(model, effects);
      },
    ),
    { numRuns: runs(40) },
  );
});

test('approximate error variances are exact for queens and workers of related dams without fixed effects', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 15 }), (seed, count) => {
      const { below, uniform } = random(seed);
      const pedigree = beePedigree(
        Array.from({ length: count }, (_, id) => ({
          id,
          dam: id > 0 && uniform() < 0.8 ? below(id) : null,
          mating: { kind: 'unknown', droneProducers: 1 + below(8), drones: 1 + below(12) },
          colony: true,
        })),
      );
      const queen = Int32Array.from(pedigree.ids.keys());
      const values = Float64Array.from(queen, () => uniform());
      const weights = Float64Array.from(queen, () => 0.5 + uniform());
      const model = beeModel(pedigree, { queen, group: new Int32Array(count), groups: 1, values, weights });
      expectExact({ ...model, fixed: [] }, 2);
    }),
    { numRuns: runs(20) },
  );
});

test('approximate error variances are close to the exact ones if hundreds of families are tested in one group', () => {
  const families = 600;
  const founders = Array.from({ length: 2 * families }, (_, n) => `${n + 1} 0 0`);
  const daughters = Array.from({ length: 2 * families }, (_, n) => {
    const [sire, dam] = [1 + (n % families), 1 + families + ((7 * n) % families)];
    return `${n + 1 + founders.length} ${sire} ${dam}`;
  });
  const { relationship, nodeOf } = pedigreeOf([...founders, ...daughters].join('|'));
  const animal = nodeOf.slice(founders.length);
  const model: Model = {
    values: Float64Array.from(animal, (_, r) => r % 7),
    fixed: [{ name: 'group', level: new Int32Array(animal.length), levels: 1 }],
    genetic: { relationship, effects: effectsOf(animal, animal, 1) },
  };
  const variances = variancesOf(1, 0);
  const design = designOf(model);
  const near = approximateErrors(design, precisionOf(model, variances));
  const exact = exactErrors(design, invertSelected(solveDirectly(design, variances).factor));
  for (let k = 0; k < relationship.size; k += 50)
    expect(Math.abs(near(k, 0, 0) / exact(k, 0, 0) - 1)).toBeLessThan(0.06);
});

test('the error variance of a single node is computed to the requested tolerance', () => {
  const { model } = beeExample(200);
  const design = designOf(model);
  const errorOf = nodeErrors(design, iterationOf(design, precisionOf(model, usual)));
  const exact = exactErrors(design, invertSelected(solveDirectly(design, usual).factor));
  for (const tolerance of [1, 1e-2, 1e-6]) {
    for (let k = 0; k < design.relationship.size; k += 10) {
      const expected = exact(k, 0, 0) + 2 * exact(k, 0, 1) + exact(k, 1, 1);
      const error = errorOf(k, [1, 1], tolerance) - expected;
      expect(error).toBeLessThan(1e-7);
      expect(error).toBeGreaterThan(-2 * tolerance);
    }
  }
});
