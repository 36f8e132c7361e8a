import { describe, expect, test } from '@jest/globals';
import {
  beeModel,
  beeParameters,
  beePedigree,
  beeVariances,
  breedingValues,
  DEFAULT_PARAMETERS,
  ModelError,
  normalizationOf,
  normalize,
  parametersFrom,
  weakGroups,
  WORKER_AND_QUEEN,
  type BeeRecords,
  type Limits,
  type Model,
  type Variances,
} from '../../src/blup/index.js';
import { random } from './dense.js';
import { beeExample, factor, pedigreeOf, usual } from './examples.js';
import { denseSolution } from './reference.js';

const NEVER_EXACT: Limits = { entries: 0, work: 0 };

const correlation = (a: readonly number[], b: readonly number[]): number => {
  const mean = (x: readonly number[]) => x.reduce((sum, value) => sum + value, 0) / x.length;
  const [p, q] = [mean(a), mean(b)];
  const product = (x: readonly number[], m: number, y: readonly number[], n: number) =>
    x.reduce((sum, value, i) => sum + (value - m) * (y[i]! - n), 0);
  return product(a, p, b, q) / Math.sqrt(product(a, p, a, p) * product(b, q, b, q));
};

describe('for simulated bees with known true values', () => {
  const example = beeExample(3000, { seed: 4, years: 10, groups: 25 });
  const result = breedingValues(example.model, usual, { combinations: [WORKER_AND_QUEEN] });
  const nodes = [...example.pedigree.queenNode];
  const sum = (values: readonly Float64Array[]) => nodes.map((k) => values[0]![k]! + values[1]![k]!);
  const predicted = sum(result.genetic);
  const truth = sum(example.truth);

  test('the equations of a small data set are solved by factorization, and the result names this method', () => {
    expect(result.method).toEqual({ solutions: 'factorization', reliabilities: 'selected inversion' });
  });

  test('prediction error variances and reliabilities agree with the true prediction errors', () => {
    const pev = nodes.map((k) => result.reliabilities[0]!.pev[k]!);
    const squares = predicted.map((value, i) => (value - truth[i]!) ** 2 / pev[i]!);
    expect(squares.reduce((a, b) => a + b) / squares.length).toBeCloseTo(1, 1);
    // The mean reliability agrees with the squared correlation of predicted and true values.
    const reliability = nodes.map((k) => result.reliabilities[0]!.reliability[k]!);
    const mean = reliability.reduce((a, b) => a + b) / reliability.length;
    expect(Math.abs(correlation(predicted, truth) ** 2 - mean)).toBeLessThan(0.08);
  });

  test('predictions are unbiased in every birth year', () => {
    for (let year = 0; year < 10; year += 1) {
      const errors = truth.map((value, i) => value - predicted[i]!).filter((_, i) => example.year[i] === year);
      const mean = errors.reduce((a, b) => a + b) / errors.length;
      // Errors of one year are correlated, so their mean can differ from zero by chance.
      expect(Math.abs(mean)).toBeLessThan(0.3 * Math.sqrt(50));
    }
  });

  test('data above the limits get the same solutions, and reliabilities close to the exact reliabilities', () => {
    const other = breedingValues(example.model, usual, { combinations: [WORKER_AND_QUEEN], limits: NEVER_EXACT });
    expect(other.method).toMatchObject({ solutions: 'conjugate gradients', reliabilities: 'approximation' });
    sum(other.genetic).forEach((value, i) => expect(value).toBeCloseTo(predicted[i]!, 6));
    const [exact, near] = [result, other].map(({ reliabilities }) =>
      nodes.map((k) => reliabilities[0]!.reliability[k]!),
    );
    const errors = near!.map((value, i) => Math.abs(value - exact![i]!));
    expect(errors.reduce((a, b) => a + b) / errors.length).toBeLessThan(0.01);
    expect(correlation(exact!, near!)).toBeGreaterThan(0.99);
  });

  test('approximate reliabilities are close to the exact reliabilities for queens tested in two years', () => {
    const { model, pedigree } = example;
    const again = Array.from(model.values.keys()).filter((q) => q % 3 === 0 && q < 2700);
    const level = (model.fixed[0] as { level: Int32Array }).level;
    const twice: Model = {
      values: Float64Array.from([...model.values, ...again.map((q) => 30 + (q % 7))]),
      fixed: [
        {
          name: 'apiary × season',
          level: Int32Array.from([...level, ...again.map((q) => level[q + 300]!)]),
          levels: 250,
        },
      ],
      genetic: {
        relationship: pedigree.relationship,
        effects: model.genetic!.effects.map(({ name, node }) => ({
          name,
          node: Int32Array.from([...node, ...again.map((q) => node[q]!)]),
        })),
      },
    };
    const [exact, near] = [undefined, NEVER_EXACT].map(
      (limits) =>
        breedingValues(twice, usual, { combinations: [WORKER_AND_QUEEN], ...(limits && { limits }) }).reliabilities[0]!
          .reliability,
    );
    const errors = nodes.map((k) => Math.abs(exact![k]! - near![k]!));
    expect(errors.reduce((a, b) => a + b) / errors.length).toBeLessThan(0.01);
  });

  test('progress rises to 1 in all phases of either solver, and the computation can be cancelled', () => {
    // The phases are the solution, the error variances and, for approximate reliabilities, the sample.
    for (const [limits, starts] of [
      [undefined, [0.05, 0.35]],
      [NEVER_EXACT, [0.05, 0.2, 0.52]],
    ] as const) {
      const shares: number[] = [];
      breedingValues(example.model, usual, {
        combinations: [[1, 0]],
        ...(limits && { limits }),
        watch: { progress: (f) => shares.push(f) },
      });
      expect(shares.length).toBeGreaterThan(3);
      expect(shares).toEqual([...shares].sort((a, b) => a - b));
      expect(shares.at(-1)).toBe(1);
      starts.forEach((start, phase) => {
        const end = starts[phase + 1] ?? 1;
        expect(shares.filter((share) => share > start + 1e-9 && share < end - 1e-9)).not.toEqual([]);
      });
      const signal = { aborted: false };
      const progress = (f: number) => {
        signal.aborted = f > 0.2;
      };
      const stopped = () =>
        breedingValues(example.model, usual, {
          combinations: [[1, 0]],
          ...(limits && { limits }),
          watch: { signal, progress },
        });
      expect(stopped).toThrow(new ModelError('stopped', 'The computation was stopped.'));
    }
  });
});

test('approximate reliabilities are close to the exact reliabilities in models with maternal effects, other random effects and repeated records', () => {
  const { below } = random(5);
  const animals = 1200;
  const text = Array.from({ length: animals }, (_, i) =>
    i < 120 ? `${i + 1} 0 0` : `${i + 1} ${1 + below(Math.max(60, i >> 2))} ${1 + below(i)}`,
  );
  const { relationship, nodeOf } = pedigreeOf(text.join('|'));
  const dam = relationship.parent2;
  const example = (records: number, maternal: boolean): Model => {
    const animal = Int32Array.from({ length: records }, (_, r) => nodeOf[r % animals]!);
    const direct = { name: 'direct', node: animal };
    const mothers = { name: 'maternal', node: animal.map((k) => dam[k]!) };
    return {
      values: Float64Array.from(animal, () => below(40)),
      fixed: [
        factor(
          'herd',
          Array.from(animal, () => below(100)),
        ),
        factor(
          'sex',
          Array.from(animal, (k) => k % 2),
        ),
      ],
      random: [{ name: 'pen', level: animal.map(() => below(200) - 1), levels: 200 }],
      genetic: { relationship, effects: maternal ? [direct, mothers] : [direct] },
    };
  };
  const expectNear = (model: Model, variances: Variances) => {
    const combinations = variances.genetic.map((_, i) => variances.genetic.map((__, j) => (i === j ? 1 : 0)));
    const of = (limits?: Limits) =>
      breedingValues(model, variances, { combinations, ...(limits && { limits }) }).reliabilities;
    const near = of(NEVER_EXACT);
    of().forEach(({ reliability }, c) => {
      const errors = reliability.map((value, k) => Math.abs(value - near[c]!.reliability[k]!));
      expect(errors.reduce((a, b) => a + b) / errors.length).toBeLessThan(0.012);
      expect(correlation([...reliability], [...near[c]!.reliability])).toBeGreaterThan(0.99);
    });
  };
  expectNear(example(animals, true), {
    genetic: [
      [30, -5],
      [-5, 15],
    ],
    random: [10],
    residual: 60,
  });
  expectNear(example(animals * 2, false), { genetic: [[30]], random: [10], residual: 60 });
});

test('the honey-bee model equals a dense reference, and rejects a test of a queen without a colony', () => {
  const pedigree = beePedigree([
    { id: 'a', colony: true },
    { id: 'b', colony: true, dam: 'a' },
    { id: 'c', colony: true },
    { id: 'd' },
  ]);
  const records: BeeRecords = {
    queen: Int32Array.of(0, 1, 2),
    group: Int32Array.of(0, 0, 0),
    groups: 1,
    values: Float64Array.of(20, 25, 31),
  };
  const parameters = { worker: 50, queen: 30, covariance: -15, residual: 60 };
  expect(beeParameters(beeVariances(parameters))).toEqual(parameters);
  const model = beeModel(pedigree, records);
  const result = breedingValues(model, beeVariances(parameters), { combinations: [WORKER_AND_QUEEN] });
  const dense = denseSolution(model, beeVariances(parameters));
  pedigree.queenNode.forEach((k) => expect(result.genetic[1]![k]).toBeCloseTo(dense.genetic(1, k), 9));
  expect(() => beeModel(pedigree, { ...records, queen: Int32Array.of(0, 1, 3) })).toThrow(
    'test 2 belongs to queen d, who has no colony',
  );
});

test('values are scaled so that queens of the last birth years have mean 100 and standard deviation 10', () => {
  const raw = Float64Array.of(1, 2, 3, 4, 90, NaN);
  const scale = normalizationOf(raw, [2020, 2021, 2022, 2022, 2019, 2022], 3);
  expect(scale).toEqual({ fromYear: 2020, toYear: 2022, queens: 4, mean: 2.5, sd: Math.sqrt(5 / 3) });
  const values = normalize(raw, scale);
  expect(values[0]).toBeCloseTo(100 - 15 / Math.sqrt(5 / 3), 12);
  expect(values[5]).toBeNaN();
  expect(() => normalizationOf(raw, [2020, NaN, 2010, 2010, 2010, 2020])).toThrow(
    'born from 2016 to 2020, but there is only one',
  );
  expect(() =>
    normalizationOf(
      raw,
      raw.map(() => NaN),
    ),
  ).toThrow('queens with a known birth year, but no queen has one');
  expect(() => normalizationOf(Float64Array.of(2, 2, 2), [1, 1, 1])).toThrow('records show no inherited differences');
});

test('contemporary groups with a single colony or a single family are reported', () => {
  // The queens of group 4 have unknown dams, so they can belong to different families. Group 5 has no records.
  const group = Int32Array.of(0, 1, 1, 2, 2, 3, 3, 3, 4, 4);
  const family = Int32Array.of(5, 5, 5, 5, 6, -1, -1, 7, -1, -1);
  expect(weakGroups(group, 6, family)).toEqual([
    { group: 0, records: 1, reason: 'single' },
    { group: 1, records: 2, reason: 'one family' },
  ]);
});

test('every trait has default parameters with a source, and they give the phenotypic variance', () => {
  expect(DEFAULT_PARAMETERS.map(({ trait }) => trait)).toEqual([
    'honey',
    'gentleness',
    'comb_behavior',
    'vigor',
    'wintering',
    'non_swarming',
    'hyg6h',
    'hyg24h',
  ]);
  for (const entry of DEFAULT_PARAMETERS) {
    const { worker, queen, covariance, residual } = parametersFrom(entry);
    expect((0.3203125 * worker + queen + covariance + residual) / entry.phenotypicVariance).toBeCloseTo(1, 3);
    expect(covariance ** 2).toBeLessThan(worker * queen);
    expect(entry.source.length).toBeGreaterThan(30);
  }
});

describe('an invalid model', () => {
  const { relationship, nodeOf } = pedigreeOf('1 0 0 | 2 0 0 | 3 1 2');
  const model = (values: number[], group: number[]): Model => ({
    values: Float64Array.from(values),
    fixed: [factor('apiary × season', group)],
    genetic: { relationship, effects: [{ name: 'animal', node: nodeOf.slice(0, values.length) }] },
  });
  const one = { genetic: [[20]], residual: 40 };
  const two = {
    genetic: [
      [20, 30],
      [30, 40],
    ],
    residual: 40,
  };

  test.each([
    ['no records', model([], []), one, 'no_records', 'no record'],
    ['a single record', model([3], [1]), one, 'no_information', 'No two records can be compared'],
    [
      'only contemporary groups with a single record',
      model([3, 4, 5], [1, 2, 3]),
      one,
      'no_information',
      '3 records for 3 levels of apiary × season',
    ],
    [
      'a value that is not a number',
      model([3, NaN, 5], [1, 1, 1]),
      one,
      'invalid_data',
      'the value of record 1 is not a number',
    ],
    [
      'a level that does not exist',
      { ...model([3, 4], [1, 1]), fixed: [{ name: 'sex', level: Int32Array.of(0, 5), levels: 2 }] },
      one,
      'invalid_data',
      'sex of record 1 is 5, not a number from 0 to 1',
    ],
    [
      'no genetic variance',
      model([3, 4, 5], [1, 1, 1]),
      { genetic: [[0]], residual: 40 },
      'invalid_variances',
      'The variance of animal is 0',
    ],
    [
      'no residual variance',
      model([3, 4, 5], [1, 1, 1]),
      { genetic: [[1]], residual: 0 },
      'invalid_variances',
      'The variance of the residual is 0',
    ],
    ['more variances than effects', model([3, 4, 5], [1, 1, 1]), two, 'invalid_variances', 'must be 1 × 1'],
    [
      'a weight of zero',
      { ...model([3, 4], [1, 1]), weights: Float64Array.of(1, 0) },
      one,
      'invalid_data',
      'weight of record 1',
    ],
  ] as const)('is rejected with a message: %s', (_, example, variances, code, words) => {
    const run = () => breedingValues(example, variances);
    expect(run).toThrow(ModelError);
    expect(run).toThrow(expect.objectContaining({ code, message: expect.stringContaining(words) }));
  });

  test('is rejected with a message: a combination with more weights than genetic effects', () => {
    const run = () => breedingValues(model([1, 2], [1, 1]), one, { combinations: [[1, 1]], limits: NEVER_EXACT });
    expect(run).toThrow('a combination has 2 weights for 1 genetic effects');
  });

  test('is rejected with a message: a correlation above 1', () => {
    const { model: bees } = beeExample(20);
    expect(() => breedingValues(bees, two)).toThrow('The covariance of worker and queen is too great');
  });

  test.each([[[7, 7, 7]], [[0, 0, 0]], [[0.1, 0.1, 0.1]]])('is rejected with a message: equal values %j', (values) => {
    for (const limits of [undefined, NEVER_EXACT]) {
      expect(() => breedingValues(model(values, [1, 1, 1]), one, limits && { limits })).toThrow(
        'All records with the same fixed effects have equal values',
      );
    }
  });
});
