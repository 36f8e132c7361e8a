import { expect, test } from '@jest/globals';
import { designOf } from '../../src/blup/equations.js';
import { exactErrors, reliabilityOf } from '../../src/blup/reliability.js';
import { solveDirectly, solveIteratively } from '../../src/blup/solutions.js';
import { invertSelected } from '../../src/blup/sparse/selected-inverse.js';
import { factor, pedigreeOf } from './examples.js';

/** Mrode 2005, Linear Models for the Prediction of Animal Breeding Values, example 3.1. */
const animals = pedigreeOf('1 0 0 | 2 0 0 | 3 0 0 | 4 1 0 | 5 3 2 | 6 1 2 | 7 4 5 | 8 3 6');
const gain = designOf({
  values: Float64Array.of(4.5, 2.9, 3.9, 3.5, 5.0),
  fixed: [factor('sex', ['M', 'F', 'F', 'M', 'M'])],
  genetic: { relationship: animals.relationship, effects: [{ name: 'animal', node: animals.nodeOf.subarray(3) }] },
});
const gainVariances = { genetic: [[20]], residual: 40 };

test('the animal model has the solutions of Mrode, example 3.1', () => {
  const animal = [0.09844458, -0.0187701, -0.0410842, -0.00866312, -0.1857321, 0.17687209, -0.24945855, 0.18261469];
  const r2 = [0.05781158, 0.01580856, 0.08708243, 0.14463969, 0.14378651, 0.11543447, 0.11628766, 0.15527171];
  const direct = solveDirectly(gain, gainVariances);
  for (const { fixed, genetic } of [direct, solveIteratively(gain, gainVariances)]) {
    expect(fixed[0]![0]).toBeCloseTo(4.35850233, 6);
    expect(fixed[0]![1]).toBeCloseTo(3.4044301, 6);
    animal.forEach((value, i) => expect(genetic[0]![animals.nodeOf[i]!]).toBeCloseTo(value, 6));
  }
  const { reliability } = reliabilityOf(gain, gainVariances, [1], exactErrors(gain, invertSelected(direct.factor)));
  r2.forEach((value, i) => expect(reliability[animals.nodeOf[i]!]).toBeCloseTo(value, 6));
});

test('the maternal model, with the first herd set to zero, has the solutions of Mrode, example 7.1', () => {
  const calves = pedigreeOf(
    '1 0 0 | 2 0 0 | 3 0 0 | 4 0 0 | 5 1 2 | 6 3 2 | 7 4 6 | 8 3 5 | 9 1 6 | 10 3 2 | 11 3 7 | 12 8 7 | 13 9 2 | 14 3 6',
  );
  const dams = [2, 2, 6, 5, 6, 2, 7, 7, 2, 6];
  const records = '5:1:1:35 6:1:2:20 7:1:2:25 8:1:1:40 9:2:1:42 10:2:2:22 11:2:2:35 12:3:2:34 13:3:1:20 14:3:2:40'
    .split(' ')
    .map((record) => record.split(':').map(Number));
  const node = (id: number) => calves.nodeOf[id - 1]!;
  const design = designOf({
    values: Float64Array.from(records, (record) => record[3]!),
    fixed: [
      factor(
        'herd',
        records.map((record) => record[1]!),
      ),
      factor(
        'pen',
        records.map((record) => record[2]!),
      ),
    ],
    random: [factor('permanent environment of the dam', dams)],
    genetic: {
      relationship: calves.relationship,
      effects: [
        { name: 'direct', node: Int32Array.from(records, (record) => node(record[0]!)) },
        { name: 'maternal', node: Int32Array.from(dams, node) },
      ],
    },
  });
  const variances = {
    genetic: [
      [150, -40],
      [-40, 90],
    ],
    random: [40],
    residual: 350,
  };
  const direct = [
    0.564, -1.244, 1.165, -0.484, 0.63, -0.859, -1.156, 1.917, -0.553, -1.055, 0.385, 0.863, -2.98, 1.751,
  ];
  const maternal = [
    0.262, -1.583, 0.736, 0.586, -0.507, 0.841, 1.299, -0.158, 0.66, -0.153, 0.916, 0.442, 0.093, 0.362,
  ];
  for (const { fixed, genetic, constraints } of [
    solveDirectly(design, variances),
    solveIteratively(design, variances),
  ]) {
    expect(constraints).toEqual([{ effect: 'herd', level: 0, empty: false }]);
    expect(fixed[0]![0]).toBe(0);
    for (let id = 1; id <= 14; id += 1) {
      expect(Math.abs(genetic[0]![node(id)]! - direct[id - 1]!)).toBeLessThan(0.001);
      expect(Math.abs(genetic[1]![node(id)]! - maternal[id - 1]!)).toBeLessThan(0.001);
    }
  }
});

test('the repeatability model has the solutions of Mrode, example 4.1: fat yield of cows in two lactations', () => {
  const cows = pedigreeOf('1 0 0 | 2 0 0 | 3 0 0 | 4 1 2 | 5 3 2 | 6 1 5 | 7 3 4 | 8 1 7');
  const records = '4:1:1:201 4:3:2:280 5:1:1:150 5:4:2:200 6:2:1:160 6:3:2:190 7:1:1:180 7:3:2:250 8:2:1:285 8:4:2:300'
    .split(' ')
    .map((record) => record.split(':').map(Number));
  const column = (c: number) => records.map((record) => record[c]!);
  const design = designOf({
    values: Float64Array.from(column(3)),
    fixed: [factor('herd × year × season', column(1)), factor('parity', column(2))],
    random: [factor('permanent environment', column(0))],
    genetic: {
      relationship: cows.relationship,
      effects: [{ name: 'animal', node: Int32Array.from(column(0), (id) => cows.nodeOf[id - 1]!) }],
    },
  });
  const variances = { genetic: [[20]], random: [12], residual: 28 };
  const animal = [10.148, -3.084, -7.063, 13.581, -18.207, -18.387, 9.328, 24.194];
  const environment = [8.417, -7.146, -17.229, -1.39, 17.347];
  for (const { genetic, random } of [solveDirectly(design, variances), solveIteratively(design, variances)]) {
    animal.forEach((value, i) => expect(Math.abs(genetic[0]![cows.nodeOf[i]!]! - value)).toBeLessThan(0.001));
    environment.forEach((value, i) => expect(Math.abs(random[0]![i]! - value)).toBeLessThan(0.001));
  }
});

test('the model with a common environment has the solutions of Mrode, example 4.2: weaning weight of piglets', () => {
  const pigs = pedigreeOf(
    '1 0 0 | 2 0 0 | 3 0 0 | 4 0 0 | 5 0 0 | 6 1 2 | 7 1 2 | 8 1 2 | 9 3 4 | 10 3 4 | 11 3 4 | 12 3 4 | 13 1 5 | 14 1 5 | 15 1 5',
  );
  const sex = ['M', 'F', 'F', 'F', 'M', 'F', 'F', 'M', 'F', 'M'];
  const design = designOf({
    values: Float64Array.of(90, 70, 65, 98, 106, 60, 80, 100, 85, 68),
    fixed: [factor('sex', sex)],
    random: [factor('litter', [2, 2, 2, 4, 4, 4, 4, 5, 5, 5])],
    genetic: { relationship: pigs.relationship, effects: [{ name: 'animal', node: pigs.nodeOf.subarray(5) }] },
  });
  const variances = { genetic: [[20]], random: [15], residual: 65 };
  const animal = [
    -1.441, -1.175, 1.441, 1.441, -0.266, -1.098, -1.667, -2.334, 3.925, 2.895, -1.141, 1.525, 0.448, 0.545, -3.819,
  ];
  for (const { fixed, genetic, random } of [solveDirectly(design, variances), solveIteratively(design, variances)]) {
    [91.493, 75.764].forEach((value, i) => expect(Math.abs(fixed[0]![i]! - value)).toBeLessThan(0.001));
    animal.forEach((value, i) => expect(Math.abs(genetic[0]![pigs.nodeOf[i]!]! - value)).toBeLessThan(0.001));
    [-1.762, 2.161, -0.399].forEach((value, i) => expect(Math.abs(random[0]![i]! - value)).toBeLessThan(0.001));
  }
});
