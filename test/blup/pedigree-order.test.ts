import { expect, test } from '@jest/globals';
import {
  beePedigree,
  diploidPedigree,
  PedigreeError,
  type BeeQueen,
  type PedigreeFault,
} from '../../src/blup/index.js';

function faultsOf(read: () => unknown): readonly PedigreeFault[] {
  try {
    read();
  } catch (error) {
    if (error instanceof PedigreeError) return error.faults;
    throw error;
  }
  throw new Error('the pedigree was accepted');
}

const dpq = (sire: string | number) => ({ kind: 'dpq' as const, sire, droneProducers: 8, drones: 12 });

test('one error reports all missing parents and duplicate ids', () => {
  const read = () =>
    beePedigree([
      { id: 'a', dam: 'nobody' },
      { id: 'b', mating: dpq('no one') },
      { id: 'b' },
      { id: 'b', dam: 'a' },
      { id: 'c', damMating: { kind: 'single queen', sire: 'none', drones: 12 } },
    ]);
  expect(faultsOf(read)).toEqual([
    { kind: 'ambiguous', id: 'b' },
    { kind: 'missing', id: 'a', role: 'dam', parent: 'nobody' },
    { kind: 'missing', id: 'b', role: 'sire', parent: 'no one' },
    { kind: 'missing', id: 'c', role: 'sire', parent: 'none' },
  ]);
  expect(read).toThrow(
    'b is in the pedigree more than once; the dam nobody of a is not in the pedigree; ' +
      'the sire no one of b is not in the pedigree; the sire none of c is not in the pedigree',
  );
});

test('numbers of drones and drone-producing queens must be whole numbers of at least 1', () => {
  const mating = { kind: 'unknown' as const, droneProducers: 0, drones: 1.5 };
  expect(faultsOf(() => beePedigree([{ id: 1, mating }]))).toEqual([
    { kind: 'invalid', id: 1, field: 'drones', problem: 'is 1.5, not a whole number from 1 to 1000000' },
    { kind: 'invalid', id: 1, field: 'droneProducers', problem: 'is 0, not a whole number from 1 to 1000000' },
  ]);
});

test('a record with both a dam and the mating of an unknown dam is invalid', () => {
  const records = [{ id: 1 }, { id: 2, dam: 1, damMating: dpq(1) }];
  expect(faultsOf(() => beePedigree(records))).toMatchObject([{ kind: 'invalid', id: 2, field: 'damMating' }]);
});

test.each<[string, BeeQueen[], (string | number)[]]>([
  ['a queen that is her own dam', [{ id: 'a', dam: 'a' }], ['a']],
  [
    'a queen that is a daughter of her granddaughter',
    [
      { id: 'a', dam: 'c' },
      { id: 'b', dam: 'a' },
      { id: 'c', dam: 'b' },
    ],
    ['a', 'c', 'b'],
  ],
  [
    'queen a, whose dam mated with drones of daughters of a',
    [{ id: 'a', dam: 'b' }, { id: 'b', mating: dpq('a') }, { id: 'free' }],
    ['a', 'b'],
  ],
  ['a queen mated with drones of her own daughters', [{ id: 'a', colony: true, mating: dpq('a') }], ['a']],
  [
    'a daughter of a sire that descends from her',
    [
      { id: 'a', damMating: dpq('b') },
      { id: 'b', dam: 'a' },
    ],
    ['a', 'b'],
  ],
])('a cycle is reported with the ids of its queens: %s', (_, records, members) => {
  const [fault, ...others] = faultsOf(() => beePedigree(records));
  expect(others).toEqual([]);
  expect(fault).toMatchObject({ kind: 'cycle' });
  if (fault?.kind === 'cycle') expect([...fault.members].sort()).toEqual([...members].sort());
});

test('every cycle is reported, and the message shortens long cycles', () => {
  const ring = (name: string, length: number) =>
    Array.from({ length }, (_, index) => ({ id: `${name}${index}`, sire: `${name}${(index + 1) % length}` }));
  const records = [...ring('a', 2), ...ring('b', 50_000), { id: 'below', sire: 'a0', dam: 'b0' }];
  const faults = faultsOf(() => diploidPedigree(records));
  expect(faults.map((fault) => fault.kind === 'cycle' && fault.members.length)).toEqual([2, 50_000]);
  const { message } = new PedigreeError(faults);
  expect(message).toMatch(/^a0 descends from itself: a0 from a1 from a0; b0 descends from itself: b0 from b1 from /);
  expect(message.length).toBeLessThan(300);
});

const GENERATIONS = 100_000;
const chain = (record: (index: number) => BeeQueen): BeeQueen[] =>
  Array.from({ length: GENERATIONS }, (_, index) => record(index)).reverse();

test.each<[string, (index: number) => BeeQueen, F: number]>([
  ['with open mating', (id) => ({ id, dam: id > 0 ? id - 1 : null }), 0],
  // Regression: each generation was visited again for every later generation, so 100,000 generations took minutes.
  [
    'of a closed line',
    (id) => ({ id, dam: id > 0 ? id - 1 : null, mating: id > 2 ? dpq(id - 2) : null, colony: true }),
    1,
  ],
])('a chain of 100,000 generations %s is accepted', (_, record, F) => {
  const { relationship, queenNode } = beePedigree(chain(record));
  expect(relationship.inbreeding[queenNode[0]!]).toBeCloseTo(F, 10);
  expect(relationship.d.every((d) => d > 0)).toBe(true);
});

test('a chain of 100,000 generations of diploid animals is accepted', () => {
  const records = Array.from({ length: GENERATIONS }, (_, id) => ({
    id,
    sire: id > 0 ? id - 1 : null,
    dam: id > 1 ? id - 2 : null,
  }));
  const { relationship } = diploidPedigree(records);
  expect(relationship.inbreeding.at(-1)).toBeCloseTo(1, 10);
});

test('an empty pedigree has no nodes', () => {
  expect(beePedigree([]).relationship.size).toBe(0);
  expect(diploidPedigree([]).relationship.size).toBe(0);
});
