import { describe, expect, test } from '@jest/globals';
import { beeModel, beePedigree, beeVariances, breedingValues, Relationships } from '../../../src/blup/index.js';
import { toBeeQueen } from '../../../src/features/breeding-values/pedigree-record.js';
import { Computation } from '../../../src/features/breeding-values/runs/computation.js';
import type { RunSettings, TraitReport, ValueRows } from '../../../src/features/breeding-values/runs/messages.js';
import type { QueenRecord, TestRecord } from '../../../src/features/breeding-values/runs/population.js';
import { random } from '../../blup/dense.js';

const PARAMETERS = {
  honey_bee: { worker: 50, queen: 30, covariance: -15, residual: 60 },
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
      const mating = { matingType: 'land_station', sdiCode: null, droneProducers: null, drones: null };
      queens.push({
        ...{ id, birthYear, motherId, fatherId: null, matedToId, ...mating },
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

function run(
  some: TestRecord[],
  method: Method,
  validationSeasons = 0,
  variances = PARAMETERS[method],
): { report: TraitReport; rows: ValueRows } {
  const computation = new Computation();
  computation.addQueens(queens);
  computation.addTests(some);
  const parameters = { honey: variances };
  const { traits } = computation.compute({ ...SETTINGS, method, validationSeasons, parameters }, () => undefined);
  return { report: traits.honey!, rows: computation.nextValues()! };
}

/** Returns the raw values of the queens by id. */
const rawOf = ({ queenId, entityType, raw }: ValueRows): Map<string, number> =>
  new Map(queenId.flatMap((id, row) => (entityType[row] === 'queen' ? [[id, raw[row]!]] : [])));

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const covariance = (one: readonly number[], other: readonly number[]) =>
  mean(one.map((value, i) => (value - mean(one)) * (other[i]! - mean(other))));
const correlation = (one: readonly number[], other: readonly number[]) =>
  covariance(one, other) / Math.sqrt(covariance(one, one) * covariance(other, other));

/** Returns the expected value of the colony of each queen: the effect of her workers and her own effect. */
function colonyValues(some: TestRecord[], method: Method): Map<string, number> {
  if (method === 'animal') return rawOf(run(some, method).rows);
  const seasons = [...new Set(some.map(([, year, apiary]) => `${year} ${apiary}`))];
  const model = beeModel(pedigree, {
    queen: Int32Array.from(some, ([id]) => pedigree.places.get(id)!),
    group: Int32Array.from(some, ([, year, apiary]) => seasons.indexOf(`${year} ${apiary}`)),
    groups: seasons.length,
    values: Float64Array.from(some, ([, , , honey]) => honey!),
  });
  const [ofWorkers, ofQueen] = breedingValues(model, beeVariances(PARAMETERS[method])).genetic;
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
    const [all, before] = [whole, part].map(({ rows }) => focal.map((id) => rawOf(rows).get(id)!));
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
    const { queenId, entityType, normalized, parentAverage, family, ownTest, offspring } = whole.rows;
    queenId.forEach((_, row) => {
      if (entityType[row] !== 'queen') return;
      const sum = parentAverage[row]! + family[row]! + ownTest[row]! + offspring[row]!;
      expect(sum).toBeCloseTo(normalized[row]!, 7);
    });
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
  const [expected, actual] = [single, PARAMETERS.honey_bee].map((each) => rawOf(run(tests, 'animal', 0, each).rows));
  expect(tests.some(([id]) => relationship.inbreeding[workerNode[places.get(id)!]!]! > 0)).toBe(true);
  for (const { id } of queens) expect(actual!.get(id)).toBeCloseTo(expected!.get(id)!, 9);
});
