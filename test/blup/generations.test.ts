import { expect, test } from '@jest/globals';
import { beePedigree } from '../../src/blup/index.js';
import { generationsOf } from '../../src/blup/generations.js';
import { pedigreeOf } from './examples.js';

test('the generation of an animal is the mean of its parents plus one; a founder has the generation of its first mate', () => {
  const { relationship, nodeOf } = pedigreeOf('1 0 0 | 2 0 0 | 3 1 2 | 4 3 1 | 5 4 6 | 6 0 0 | 7 6 3 | 8 0 0');
  const { generation, children } = generationsOf(relationship);
  // Animal 6 mated first with 3, later with 4.
  const of = (values: ArrayLike<number>) => Array.from(nodeOf, (node) => values[node]);
  expect(of(generation)).toEqual([0, 0, 1, 1.5, 2.25, 1, 2, 0]);
  expect(of(children)).toEqual([2, 1, 2, 1, 0, 2, 0, 0]);
});

test('workers, daughters and drone-producing daughters of a queen are one generation after her and her mates', () => {
  const station = { kind: 'dpq', sire: 'b', droneProducers: 8, drones: 12 } as const;
  const { relationship, queenNode, workerNode } = beePedigree([
    { id: 'a', mating: station },
    { id: 'b', colony: true },
    { id: 'c', dam: 'a', mating: station, colony: true },
  ]);
  const { generation } = generationsOf(relationship);
  // The drone producers of a are daughters of b, so they and a are in generation 1.
  expect(Array.from(queenNode, (node) => generation[node])).toEqual([1, 0, 2]);
  expect(Array.from(workerNode, (node) => generation[node])).toEqual([2, 1, 2.5]);
});
