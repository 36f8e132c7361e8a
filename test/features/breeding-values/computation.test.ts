import { describe, expect, test } from '@jest/globals';
import {
  beeModel,
  beePedigree,
  beeVariances,
  breedingValues,
  diploidPedigree,
  estimateVariances,
  Relationships,
  type BeeParameters,
  type GeneticModel,
} from '../../../src/blup/index.js';
import { toBeeQueen } from '../../../src/features/breeding-values/pedigree-record.js';
import { Computation } from '../../../src/features/breeding-values/runs/computation.js';
import {
  VALUE_COLUMNS,
  type RunSettings,
  type TraitReport,
} from '../../../src/features/breeding-values/runs/messages.js';
import type { QueenRecord, TestRecord } from '../../../src/features/breeding-values/runs/population.js';
import { random } from '../../blup/dense.js';
import { simulateGenetic } from '../../blup/reference.js';

const PARAMETERS = {
  honey_bee: { worker: 60, queen: 30, covariance: -10, residual: 60 },
  animal: { worker: 40, queen: 0, covariance: 0, residual: 60 },
};
const SETTINGS = {
  traits: ['honey'],
  baseYears: 3,
  droneGroups: 'by_year',
} satisfies Partial<RunSettings>;
const LAST_SEASON = 2021;
const HIDDEN_SEASONS = 2;
const isHidden = ([, year]: TestRecord) => year > LAST_SEASON - HIDDEN_SEASONS;

/** Returns 12 queens of each birth year. Most are tested in their second year, and some of them again. */
function population(): { queens: QueenRecord[]; tests: TestRecord[] } {
  const { below, uniform } = random(11);
  const queens: QueenRecord[] = [];
  const tests: TestRecord[] = [];
  for (let birthYear = 2015; birthYear < LAST_SEASON; birthYear += 1) {
    const older = queens.slice(-20);
    const parent = () => (older.length === 0 || uniform() < 0.1 ? null : older[below(older.length)]!.id);
    for (let n = 0; n < 12; n += 1) {
      const id = `${birthYear}-${n}`;
      const [motherId, matedToId] = [parent(), parent()];
      const fatherId = motherId === null ? parent() : null;
      const mating = { matingType: 'land_station', sdiCode: null, droneProducers: null, drones: null };
      queens.push({
        ...{ id, birthYear, motherId, fatherId, matedToId, ...mating },
        ...{ matedAt: null, matingStation: null },
      });
      for (const year of [birthYear + 1, birthYear + 2]) {
        if (year > LAST_SEASON || uniform() < (year === birthYear + 1 ? 0.2 : 0.7)) continue;
        tests.push([id, year, ['north', 'south'][below(2)]!, 20 + 2 * (year - 2015) + 10 * uniform() + (n % 4)]);
      }
    }
  }
  return { queens, tests };
}

const { queens, tests } = population();
const pedigree = beePedigree(queens.map((queen) => toBeeQueen(queen, true)));

type Method = RunSettings['method'];

interface Value {
  queen_id: string;
  entity_type: 'queen' | 'worker';
  raw: number;
  normalized: number;
  parent_average: number | null;
  family: number | null;
  own_test: number | null;
  offspring: number | null;
}

function run(
  some: TestRecord[],
  method: Method,
  validationSeasons = 0,
  variances: BeeParameters | 'estimate' = PARAMETERS[method],
): { report: TraitReport; values: Value[] } {
  const computation = new Computation();
  computation.addQueens(queens);
  computation.addTests(some);
  const parameters = variances === 'estimate' ? variances : { honey: variances };
  const { traits } = computation.compute({ ...SETTINGS, method, validationSeasons, parameters }, () => undefined);
  const columns = Object.keys(VALUE_COLUMNS);
  const values = computation.nextValues()!.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
  return { report: traits.honey!, values: values as unknown as Value[] };
}

/** Returns the raw values of the queens by id. */
const rawOf = (values: readonly Value[]): Map<string, number> =>
  new Map(values.flatMap((each) => (each.entity_type === 'queen' ? [[each.queen_id, each.raw]] : [])));

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const covariance = (one: readonly number[], other: readonly number[]) =>
  mean(one.map((value, i) => (value - mean(one)) * (other[i]! - mean(other))));
const correlation = (one: readonly number[], other: readonly number[]) =>
  covariance(one, other) / Math.sqrt(covariance(one, one) * covariance(other, other));

/** Returns the contemporary group of each test, and the number of groups. */
function seasonsOf(some: TestRecord[]): { group: Int32Array; groups: number } {
  const names = some.map(([, year, apiary]) => `${year} ${apiary}`);
  const seasons = [...new Set(names)];
  return { group: Int32Array.from(names, (name) => seasons.indexOf(name)), groups: seasons.length };
}

function modelOf(some: TestRecord[]): GeneticModel {
  return beeModel(pedigree, {
    queen: Int32Array.from(some, ([id]) => pedigree.places.get(id)!),
    ...seasonsOf(some),
    values: Float64Array.from(some, ([, , , honey]) => honey!),
  });
}

/** Returns the expected value of the colony of each queen: the effect of her workers and her own effect. */
function colonyValues(some: TestRecord[], method: Method): Map<string, number> {
  if (method === 'animal') return rawOf(run(some, method).values);
  const [ofWorkers, ofQueen] = breedingValues(modelOf(some), beeVariances(PARAMETERS[method])).genetic;
  return new Map(
    queens.map(({ id }, q) => [id, ofWorkers![pedigree.workerNode[q]!]! + ofQueen![pedigree.queenNode[q]!]!]),
  );
}

describe.each(['honey_bee', 'animal'] as const)('with the method %s', (method) => {
  const older = tests.filter((each) => !isHidden(each));
  const hidden = tests.filter(isHidden);
  const whole = run(tests, method, HIDDEN_SEASONS);
  const part = run(older, method);
  const prediction = whole.report.prediction!;

  test('a run compares its values with the values of a run without the tests of the last seasons', () => {
    const damOf = new Map(queens.map(({ id, motherId }) => [id, motherId]));
    const focal = [...new Set(hidden.flatMap(([id]) => [id, damOf.get(id) ?? id]))];
    const [all, before] = [whole, part].map(({ values }) => focal.map((id) => rawOf(values).get(id)!));
    const bias = mean(before!) - mean(all!);
    const { worker, queen, covariance: both } = PARAMETERS[method];
    expect(prediction).toMatchObject({
      ...{ seasons: HIDDEN_SEASONS, hiddenTests: hidden.length, focalQueens: focal.length },
      bias: expect.closeTo(bias, 9),
      biasInPoints: expect.closeTo((10 * bias) / whole.report.scale!.sd, 9),
      dispersion: expect.closeTo(covariance(all!, before!) / covariance(before!, before!), 9),
      consistency: expect.closeTo(correlation(all!, before!), 9),
      biasInSd: expect.closeTo(bias / Math.sqrt(worker + 2 * both + queen), 9),
    });
    expect(Math.abs(bias)).toBeGreaterThan(0.01);
  });

  test('a run compares the hidden tests, corrected for apiary and season, with the values expected from older tests', () => {
    const colonies = colonyValues(tests, method);
    const effectOf = ([, year, apiary]: TestRecord) =>
      mean(tests.filter((each) => each[1] === year && each[2] === apiary).map(([id, , , y]) => y! - colonies.get(id)!));
    const tested = [...new Set(hidden.map(([id]) => id))];
    const observed = tested.map((id) =>
      mean(hidden.filter(([queen]) => queen === id).map((each) => each[3]! - effectOf(each))),
    );
    const fromOlder = colonyValues(older, method);
    const expected = tested.map((id) => fromOlder.get(id)!);
    expect(hidden.length).toBeGreaterThan(tested.length);
    expect(prediction).toMatchObject({
      testedQueens: tested.length,
      predictiveAbility: expect.closeTo(correlation(expected, observed), 9),
    });
    const points = expected.map((value, i) => [value, observed[i]!]).sort(([one], [other]) => one! - other!);
    expect(prediction.points).toEqual(points.map((point) => point.map((each) => expect.closeTo(each, 3))));
  });

  test('the contributions to a value add up to the normalized value', () => {
    for (const {
      entity_type: of,
      normalized,
      parent_average: average,
      family,
      own_test: own,
      offspring,
    } of whole.values) {
      if (of === 'queen') expect(average! + family! + own! + offspring!).toBeCloseTo(normalized, 7);
    }
  });
});

test('with the method animal, the variance of the only effect is the mean genetic variance of the tested colonies', () => {
  const { relationship, places, queenNode, workerNode } = pedigree;
  const relationships = new Relationships(relationship);
  const { worker, queen, covariance: both, residual } = PARAMETERS.honey_bee;
  const ofColony = ([id]: TestRecord) => {
    const [w, q] = [workerNode[places.get(id)!]!, queenNode[places.get(id)!]!];
    const { diagonal } = relationship;
    return diagonal[w]! * worker + 2 * relationships.between(w, q) * both + diagonal[q]! * queen;
  };
  const single = { worker: mean(tests.map(ofColony)), queen: 0, covariance: 0, residual };
  const [expected, actual] = [single, PARAMETERS.honey_bee].map((each) => rawOf(run(tests, 'animal', 0, each).values));
  expect(tests.some(([id]) => relationship.inbreeding[workerNode[places.get(id)!]!]! > 0)).toBe(true);
  for (const { id } of queens) expect(actual!.get(id)).toBeCloseTo(expected!.get(id)!, 9);
});

test('the progress of a run rises from trait to trait', () => {
  const computation = new Computation();
  computation.addQueens(queens);
  computation.addTests(tests.map((each): TestRecord => [...each, each[3]! / 10]));
  const progress: number[] = [];
  const settings = { ...SETTINGS, method: 'honey_bee', validationSeasons: 0, parameters: {} } as const;
  computation.compute({ ...settings, traits: ['honey', 'gentleness'] }, (fraction) => progress.push(fraction));
  expect(progress).toEqual([...progress].sort((one, other) => one - other));
  expect(progress).toContain(0.5);
  expect(progress[0]).toBeLessThan(0.5);
  expect(progress.at(-1)).toBe(1);
});

test('a run reports the standard error of each estimated variance', () => {
  const [ofWorkers, ofQueen] = simulateGenetic(
    pedigree.relationship,
    [
      [100, 0],
      [0, 60],
    ],
    4,
  );
  const { normal } = random(104);
  const simulated = tests.map(([id, year, apiary]): TestRecord => {
    const q = pedigree.places.get(id)!;
    const genetic = ofWorkers![pedigree.workerNode[q]!]! + ofQueen![pedigree.queenNode[q]!]!;
    return [id, year, apiary, 50 + genetic + 4 * normal()];
  });
  const { genetic, residual } = estimateVariances(modelOf(simulated)).standardErrors!;
  const expected = {
    worker: genetic[0]![0]!,
    queen: genetic[1]![1]!,
    covariance: genetic[1]![0]!,
    residual: residual!,
  };
  expect(Math.abs(expected.queen - expected.covariance)).toBeGreaterThan(1);
  const { standardErrors } = run(simulated, 'honey_bee', 0, 'estimate').report.estimation!;
  for (const [name, error] of Object.entries(expected)) {
    expect(standardErrors![name as keyof BeeParameters]! / error).toBeCloseTo(1, 3);
  }
});

test('a run has a value of the workers of each queen with a test, a known mate, daughters or drone-producing daughters', () => {
  const { values } = run(tests, 'honey_bee');
  const ofWorkers = values.filter((each) => each.entity_type === 'worker');
  const withWorkers = new Set(ofWorkers.map((each) => each.queen_id));
  const parents = new Set(queens.flatMap(({ motherId, matedToId }) => [motherId, matedToId]));
  const tested = new Set(tests.map(([id]) => id));
  const others = queens.filter(({ id }) => !tested.has(id) && !parents.has(id));
  expect(others.some(({ matedToId }) => matedToId !== null)).toBe(true);
  expect(others.some(({ matedToId }) => matedToId === null)).toBe(true);
  for (const { id, matedToId } of queens) {
    expect([id, withWorkers.has(id)]).toEqual([id, tested.has(id) || parents.has(id) || matedToId !== null]);
  }
});

test('with the method animal, the sire of a queen is the mate of her dam, or the known sire of an unknown dam', () => {
  const mateOf = new Map(queens.map(({ id, matedToId }) => [id, matedToId]));
  const { relationship, nodeOf, places } = diploidPedigree(
    queens.map(({ id, motherId: dam, fatherId }) => ({ id, dam, sire: dam === null ? fatherId : mateOf.get(dam)! })),
  );
  expect(queens.some(({ fatherId }) => fatherId !== null)).toBe(true);
  const { group, groups } = seasonsOf(tests);
  const node = Int32Array.from(tests, ([id]) => nodeOf[places.get(id)!]!);
  const model: GeneticModel = {
    values: Float64Array.from(tests, (each) => each[3]!),
    fixed: [{ name: 'season', level: group, levels: groups }],
    genetic: { relationship, effects: [{ name: 'animal', node }] },
  };
  const { worker, residual } = PARAMETERS.animal;
  const [expected] = breedingValues(model, { genetic: [[worker]], residual }).genetic;
  const actual = rawOf(run(tests, 'animal').values);
  queens.forEach(({ id }, place) => expect(actual.get(id)).toBeCloseTo(expected![nodeOf[place]!]!, 9));
});
