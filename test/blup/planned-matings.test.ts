import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  ancestryOf,
  BeeNode,
  beePedigree,
  inbreedingOf,
  plannedInbreeding,
  plannedValues,
  type BeeMating,
  type BeeQueen,
  type Id,
} from '../../src/blup/index.js';
import { random } from './dense.js';
import { stocks } from './tabular.js';
import { WORKED_EXAMPLE } from './worked-example.js';
import { runs } from '../support/fuzz.js';

const finder = (records: readonly BeeQueen[]) => {
  const byId = new Map(records.map((record) => [record.id, record]));
  return (id: Id) => byId.get(id);
};
const find = finder(WORKED_EXAMPLE);

describe('the inbreeding that is predicted if daughters of x mate with drones of y', () => {
  const cases: [x: Id, y: Id, stations: number, own: number][] = [
    ['Q08', 'Q07', 14.4052717421, 13.1230672201],
    ['Q12', 'Q08', 20.1877382067, 29.4128417969],
    ['Q10', 'Q07', 17.9180124071, 18.2769775391],
  ];
  const [queens, droneMothers] = [cases.map(([x]) => x), cases.map(([, y]) => y)];
  test.each([
    ['the whole population', beePedigree(WORKED_EXAMPLE)],
    ['the ancestors of x and y', beePedigree(ancestryOf(find, [...queens, ...droneMothers], 'with workers'))],
  ])('equals the value of the worked example when it is computed from %s', (_, pedigree) => {
    const stations = plannedInbreeding(pedigree, queens, droneMothers, 'drone-producing daughters').ofDaughters;
    const own = plannedInbreeding(pedigree, queens, droneMothers, 'own drones').ofDaughters;
    cases.forEach(([, , fromDaughters, fromHerself], index) => {
      expect(100 * stations[index * 3 + index]!).toBeCloseTo(fromDaughters, 9);
      expect(100 * own[index * 3 + index]!).toBeCloseTo(fromHerself, 9);
    });
  });
});

/** A planned mating. No other mating has the same number of drone-producing queens, so the sire group is new. */
const planned = (y: Id, byDaughters: boolean): BeeMating =>
  byDaughters ? { kind: 'dpq', sire: y, droneProducers: 100, drones: 5 } : { kind: 'single queen', sire: y, drones: 5 };

test('the inbreeding that is predicted for a mating equals the inbreeding of offspring that are entered later', () => {
  fc.assert(
    fc.property(stocks, fc.nat(), fc.nat(), fc.boolean(), (records, i, j, byDaughters) => {
      const x = records[i % records.length]!.id;
      const y = records[j % records.length]!.id;
      const all = records.map((record) => ({ ...record, colony: true }));
      const use = byDaughters ? 'drone-producing daughters' : 'own drones';
      const plan = plannedInbreeding(beePedigree(all), [x], [y], use);
      const later = [
        { id: 'daughter', dam: x, mating: planned(y, byDaughters) },
        { id: 'offspring', dam: 'daughter' },
      ];
      expect(plan.ofDaughters[0]).toBeCloseTo(inbreedingOf(finder([...all, ...later]), ['offspring'])[0]!, 10);
    }),
  );
});

test('for an unmated queen, inbreeding is predicted for her offspring, but not for offspring of her daughters', () => {
  fc.assert(
    fc.property(stocks, fc.nat(), fc.nat(), fc.boolean(), (records, i, j, byDaughters) => {
      const all: BeeQueen[] = records.map((record) => ({ ...record, colony: true }));
      const dam = all[i % all.length]!.id;
      const y = all[j % all.length]!.id;
      const virgin: BeeQueen = { id: 'virgin', dam };
      const use = byDaughters ? 'drone-producing daughters' : 'own drones';
      const plan = plannedInbreeding(beePedigree([...all, virgin]), ['virgin'], [y], use);
      const mated = finder([
        ...all,
        { ...virgin, mating: planned(y, byDaughters) },
        { id: 'offspring', dam: 'virgin' },
      ]);
      expect(plan.ofHerself[0]).toBeCloseTo(inbreedingOf(mated, ['offspring'])[0]!, 10);
      expect(plan.ofDaughters[0]).toBeNaN();
    }),
  );
});

test('no inbreeding is predicted for matings that use daughters of a queen with neither a mating nor a colony', () => {
  const pedigree = beePedigree([{ id: 'x', colony: true }, { id: 'y' }]);
  const daughters = plannedInbreeding(pedigree, ['x', 'y'], ['x', 'y'], 'drone-producing daughters');
  expect([...daughters.ofHerself]).toEqual([0.25, NaN, 0, NaN]);
  expect([...daughters.ofDaughters].map(Number.isNaN)).toEqual([false, true, true, true]);
});

test('the expected value is the mean of both parents; a parent without a value counts as the mean of its parents', () => {
  const pedigree = beePedigree(WORKED_EXAMPLE);
  const { queenNode, workerNode, places, relationship } = pedigree;
  const values = new Float64Array(relationship.size).fill(NaN);
  values[queenNode[places.get('Q10')!]!] = 4;
  values[workerNode[places.get('Q10')!]!] = 3;
  values[workerNode[places.get('Q07')!]!] = 1;
  values[queenNode[places.get('Q07')!]!] = 7;
  const of = (use: 'own drones' | 'drone-producing daughters') =>
    plannedValues(pedigree, values, ['Q10', 'Q11'], ['Q07'], use);
  expect([...of('drone-producing daughters').ofDaughters]).toEqual([2, 0.5]);
  expect([...of('own drones').ofDaughters]).toEqual([5, 3.5]);
  expect([...of('drone-producing daughters').ofHerself]).toEqual([2.5, 0.5]);
  expect([...of('own drones').ofHerself]).toEqual([5.5, 3.5]);
});

test('the expected value of any pair is the mean of both parents, with missing values computed from all ancestors', () => {
  fc.assert(
    fc.property(stocks, fc.integer(), (records, seed) => {
      const pedigree = beePedigree(records.map((record) => ({ ...record, colony: true })));
      const { relationship, queenNode, workerNode, kind, ids } = pedigree;
      const { uniform } = random(seed);
      const values = Float64Array.from(kind, () => (uniform() < 0.5 ? NaN : uniform()));
      const valueOf = (node: number): number => {
        if (node < 0) return 0;
        if (!Number.isNaN(values[node])) return values[node]!;
        const [one, other] = [relationship.parent1[node]!, relationship.parent2[node]!].map(valueOf);
        return kind[node] === BeeNode.WorkerGroup ? (one! + other!) / 2 : one!;
      };
      const sources = { 'own drones': queenNode, 'drone-producing daughters': workerNode };
      for (const [use, sires] of Object.entries(sources)) {
        const plan = plannedValues(pedigree, values, ids, ids, use as keyof typeof sources);
        ids.forEach((_, x) =>
          ids.forEach((__, y) => {
            const of = (node: number) => (valueOf(node) + valueOf(sires[y]!)) / 2;
            expect(plan.ofHerself[x * ids.length + y]).toBeCloseTo(of(queenNode[x]!), 9);
            expect(plan.ofDaughters[x * ids.length + y]).toBeCloseTo(of(workerNode[x]!), 9);
          }),
        );
      }
    }),
    { numRuns: runs(20) },
  );
});

test('an unknown queen is reported', () => {
  const plan = () => plannedInbreeding(beePedigree(WORKED_EXAMPLE), ['Q01', 'nobody'], ['no one'], 'own drones');
  expect(plan).toThrow('nobody is not in the pedigree; no one is not in the pedigree');
  expect(() => inbreedingOf(find, ['nobody'])).toThrow('nobody is not in the pedigree');
});

test('inbreeding is the same whether it is computed from the ancestors of a queen or from the whole population', () => {
  fc.assert(
    fc.property(stocks, (records) => {
      const { relationship, queenNode, ids } = beePedigree(records);
      ids.forEach((id, queen) => {
        const F = inbreedingOf(finder(records), [id])[0]!;
        expect(F).toBeCloseTo(relationship.inbreeding[queenNode[queen]!]!, 12);
      });
    }),
  );
});

test('the ancestry of a queen contains only animals that her inbreeding depends on', () => {
  const records = ancestryOf(find, ['Q07']);
  expect(records.map(({ id }) => id).sort()).toEqual(['Q01', 'Q03', 'Q04', 'Q07']);
  expect(records.find(({ id }) => id === 'Q07')).not.toHaveProperty('mating');
});
