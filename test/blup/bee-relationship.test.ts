import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  BeeNode,
  beePedigree,
  diploidPedigree,
  Relationships,
  defaultDroneNumbers,
  type BeeQueen,
} from '../../src/blup/index.js';
import { distanceFromIdentity, denseInverse, denseOf, namesOf, stocks, TabularBees } from './tabular.js';
import { WORKED_EXAMPLE } from './worked-example.js';
import { runs } from '../support/fuzz.js';

describe('the pedigree of the worked example', () => {
  const pedigree = beePedigree(WORKED_EXAMPLE);
  const { relationship, ids, queenNode, workerNode, kind, queenOf } = pedigree;

  const numbers = (node: number): [F: number, diagonal: number] => [
    relationship.inbreeding[node]!,
    relationship.diagonal[node]!,
  ];
  const expectClose = (actual: readonly number[], expected: readonly number[]) =>
    actual.forEach((value, index) => expect(Math.abs(value - expected[index]!)).toBeLessThan(1e-9));

  test.each([
    [['Q01', 'Q02', 'Q03', 'Q04', 'Q05', 'Q06'], 0, 1],
    [['Q07', 'Q08', 'Q09'], 0.015625, 1.015625],
    [['Q10', 'Q11', 'Q12'], 0.0623779296875, 1.0623779296875],
  ])('has the published inbreeding coefficient and diagonal element of A for the queens %j', (queens, F, diagonal) => {
    for (const id of queens) expectClose(numbers(queenNode[ids.indexOf(id)]!), [F, diagonal]);
  });

  test.each([
    [['Q01', 'Q02', 'Q03'], 0, 0.3203125],
    [['Q04', 'Q05', 'Q06'], 0.015625, 0.400166829427],
    [['Q07', 'Q08', 'Q09'], 0.0623779296875, 0.479401397705],
    [['Q10', 'Q11'], 0.118659549289, 0.552483367258],
    [['Q12'], 0.0804443359375, 0.846038818359],
  ])(
    'has the published inbreeding coefficient and diagonal element of A for the worker groups of %j',
    (queens, F, diagonal) => {
      for (const id of queens) expectClose(numbers(workerNode[ids.indexOf(id)]!), [F, diagonal]);
    },
  );

  test.each([
    [undefined, 0, 0.125],
    ['Q03', 0, 0.4052734375],
    ['Q06', 0.015625, 0.502743191189],
    ['Q09', 0.0623779296875, 0.552273464203],
  ])(
    'has the published inbreeding coefficient and diagonal element of A for the sire group of %s',
    (id, F, diagonal) => {
      const nodes = [...kind.keys()].filter((k) => kind[k] === BeeNode.SireGroup && ids[queenOf[k]!] === id);
      expect(nodes).toHaveLength(1);
      expectClose(numbers(nodes[0]!), [F, diagonal]);
    },
  );

  test('has no nodes except queens, worker groups and sire groups', () => expect(relationship.size).toBe(12 + 12 + 4));
});

test('relationships and inbreeding of queens and workers equal those of the tabular method', () => {
  fc.assert(
    fc.property(stocks, (records) => {
      const pedigree = beePedigree(records);
      const a = denseOf(pedigree.relationship);
      const reference = new TabularBees(records);
      const nodes = [...namesOf(pedigree)];
      for (const { id } of records) {
        reference.queen(id);
        if (nodes.some(([name]) => name === `W(${id})`)) reference.workers(id);
      }
      for (const [name, node] of nodes) {
        const place = reference.names.indexOf(name);
        expect(pedigree.relationship.inbreeding[node]).toBeCloseTo(reference.inbreeding[place]!, 10);
        expect(pedigree.relationship.diagonal[node]).toBeCloseTo(reference.get(name, name), 10);
        for (const [other, otherNode] of nodes) expect(a[node]![otherNode]).toBeCloseTo(reference.get(name, other), 10);
      }
    }),
    { numRuns: runs(200) },
  );
});

test('the sparse inverse is the inverse of A, and `diagonal` contains the diagonal elements of A', () => {
  fc.assert(
    fc.property(stocks, (records) => {
      const { relationship } = beePedigree(records);
      const a = denseOf(relationship);
      // After many generations of selfing, the elements of `d` are small, and the elements of the inverse are large.
      const smallest = relationship.d.reduce((smallest, d) => Math.min(smallest, d));
      expect(distanceFromIdentity(denseInverse(relationship), a)).toBeLessThan(1e-12 / smallest);
      a.forEach((row, k) => expect(relationship.diagonal[k]).toBeCloseTo(row[k]!, 10));
    }),
  );
});

test('elements and rows that `Relationships` computes equal those of the whole matrix A', () => {
  fc.assert(
    fc.property(stocks, fc.nat(), (records, draw) => {
      const { relationship } = beePedigree(records);
      const a = denseOf(relationship);
      const relationships = new Relationships(relationship);
      const one = draw % relationship.size;
      const others = [...a.keys(), one, 0];
      const row = relationships.ofOneWithMany(one, others);
      others.forEach((other, index) => {
        expect(row[index]).toBeCloseTo(a[one]![other]!, 10);
        expect(relationships.between(other, one)).toBeCloseTo(a[one]![other]!, 10);
      });
    }),
  );
});

test('the diagonal elements of A are exact if many queens mate at a few stations', () => {
  const [perYear, years] = [40, 7];
  const records = Array.from({ length: perYear * years }, (_, id): BeeQueen => {
    const before = Math.floor(id / perYear - 1) * perYear;
    if (before < 0) return { id };
    const dam = before + ((id * 7) % 9);
    const sire = before + 20 + (id % 3);
    if (id % 11 === 0) return { id, dam, colony: true, mating: { kind: 'single queen', sire, drones: 12 } };
    return { id, dam, colony: true, mating: { kind: 'dpq', sire, droneProducers: 8 - (id % 2), drones: 12 } };
  });
  const { relationship } = beePedigree(records);
  const a = denseOf(relationship);
  a.forEach((row, k) => expect(relationship.diagonal[k]).toBeCloseTo(row[k]!, 10));
  expect(relationship.inbreeding.reduce((largest, F) => Math.max(largest, F))).toBeGreaterThan(0.02);
});

test('queens are related like diploid animals if every dam has one daughter and all drones of a mating come from one queen', () => {
  const pedigrees = fc
    .array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 12 })), { minLength: 1, maxLength: 25 })
    .map((draws) => {
      const free: number[] = [];
      return draws.map(([dam, sire, drones], index) => {
        const [chosen] = free.splice(dam % Math.max(1, free.length), 1);
        free.push(index);
        const parents = chosen === undefined ? undefined : { dam: chosen, sire: sire % index, drones };
        return { id: index, parents };
      });
    });
  fc.assert(
    fc.property(pedigrees, (animals) => {
      const bees = beePedigree(
        animals.map(({ id }): BeeQueen => {
          const daughter = animals.find(({ parents }) => parents?.dam === id)?.parents;
          const mating = daughter && { kind: 'single queen' as const, sire: daughter.sire, drones: daughter.drones };
          return { id, dam: animals[id]!.parents?.dam, mating };
        }),
      );
      const diploid = diploidPedigree(animals.map(({ id, parents }) => ({ id, ...parents })));
      const [a, b] = [denseOf(diploid.relationship), denseOf(bees.relationship)];
      for (const { id: i } of animals) {
        for (const { id: j } of animals) {
          expect(b[bees.queenNode[i]!]![bees.queenNode[j]!]).toBeCloseTo(
            a[diploid.nodeOf[i]!]![diploid.nodeOf[j]!]!,
            12,
          );
        }
      }
    }),
  );
});

test('workers of two queens with unknown mates are unrelated, unless both matings name the same mating group', () => {
  const sisters = (group?: string): number => {
    const mating = { kind: 'unknown' as const, group, droneProducers: 8, drones: 12 };
    const { relationship, workerNode } = beePedigree([
      { id: 1, mating, colony: true },
      { id: 2, mating, colony: true },
    ]);
    return new Relationships(relationship).between(workerNode[0]!, workerNode[1]!);
  };
  expect(sisters()).toBe(0);
  expect(sisters('heath')).toBeCloseTo(0.125 / 4, 15);
});

test('matings with drones of the daughters of one queen share a sire group if the number of drone-producing queens and the mating group are equal', () => {
  const dpq = (droneProducers: number, group?: string) => ({
    ...{ kind: 'dpq' as const, sire: 'x', droneProducers, drones: 12 },
    ...(group && { group }),
  });
  const { kind } = beePedigree([
    { id: 'x' },
    { id: 1, mating: dpq(8), colony: true },
    { id: 2, mating: dpq(8), colony: true },
    { id: 3, mating: dpq(6), colony: true },
    { id: 4, mating: dpq(5) },
    { id: 5, mating: dpq(8, '2020'), colony: true },
    { id: 6, mating: dpq(8, '2020'), colony: true },
    { id: 7, mating: dpq(8, '2021'), colony: true },
  ]);
  // There are four sire groups of daughters of x, and one sire group of unknown mates of x. Queen 4 has no workers, so
  // her mating needs no sire group.
  expect(kind.filter((of) => of === BeeNode.SireGroup)).toHaveLength(5);
});

test('a queen has a worker group if she has a colony, a daughter or drone-producing daughters', () => {
  const { workerNode } = beePedigree([
    { id: 'colony', colony: true },
    { id: 'dam' },
    { id: 'daughter', dam: 'dam' },
    { id: 'dam of dpq' },
    { id: 'mated', mating: { kind: 'dpq', sire: 'dam of dpq', droneProducers: 8, drones: 12 } },
    { id: 'drone producer' },
    { id: 'by one', mating: { kind: 'single queen', sire: 'drone producer', drones: 12 } },
  ]);
  expect([...workerNode].map((node) => node >= 0)).toEqual([true, true, false, true, false, false, false]);
});

test('every mating type has default numbers of drone-producing queens and drones', () => {
  for (const type of ['island_station', 'land_station', 'insemination']) {
    expect(defaultDroneNumbers(type)).toEqual({ droneProducers: 8, drones: 12 });
  }
  expect(defaultDroneNumbers('single_queen')).toEqual({ droneProducers: 1, drones: 12 });
  expect(defaultDroneNumbers('single_drone')).toEqual({ droneProducers: 1, drones: 1 });
  // Unknown types count as open mating.
  for (const type of ['open', 'constructor', '', null, undefined]) {
    expect(defaultDroneNumbers(type)).toEqual({ droneProducers: 50, drones: 12 });
  }
});
