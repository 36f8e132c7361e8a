import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  beeModel,
  beePedigree,
  breedingValues,
  contributionsOf,
  WORKER_AND_QUEEN,
  type GeneticModel,
} from '../../src/blup/index.js';
import { apply, invert, multiply, random, transpose } from './dense.js';
import { beeExample, factor, generalExample, pedigreeOf, usual } from './examples.js';
import { denseRelationship, denseSolution } from './reference.js';
import { runs } from '../support/fuzz.js';

/** Returns dense mixed-model equations without fixed effects; `block` inverts one of their blocks. */
function denseEquations(model: GeneticModel, genetic: readonly Float64Array[], records: number) {
  const { relationship, effects } = model.genetic;
  const size = relationship.size;
  const z = Array.from({ length: records }, (_, r) =>
    effects.flatMap(({ node }) => Array.from({ length: size }, (__, k) => +(node[r] === k))),
  );
  const ai = invert(denseRelationship(relationship)).inverse;
  const gi = invert(usual.genetic.map((row) => [...row])).inverse;
  const weight = (r: number) => (model.weights?.[r] ?? 1) / usual.residual;
  const zz = multiply(
    transpose(z).map((row) => row.map((value, r) => value * weight(r))),
    z,
  );
  const c = zz.map((row, i) =>
    row.map((value, j) => value + gi[Math.floor(i / size)]![Math.floor(j / size)]! * ai[i % size]![j % size]!),
  );
  const u = effects.flatMap((_, e) => [...genetic[e]!]);
  const block = (nodes: readonly number[]) => {
    const unknowns = effects.flatMap((_, e) => nodes.map((node) => e * size + node));
    return { unknowns, inverse: invert(unknowns.map((i) => unknowns.map((j) => c[i]![j]!))).inverse };
  };
  return { z, u, weight, block };
}

describe('contributions to a breeding value', () => {
  test('satisfy the equations of a queen and her workers, and add up to the value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const { model, pedigree } = beeExample(24, { seed, years: 3, groups: 2 });
        const solutions = breedingValues(model, usual);
        const { genetic } = solutions;
        const group = pedigree.workerNode;
        const result = contributionsOf(model, usual, solutions, WORKER_AND_QUEEN, { node: pedigree.queenNode, group });
        const { relationship, effects } = model.genetic;
        const { parent1, parent2, coefficient1, coefficient2 } = relationship;
        const ehat = denseSolution(model, usual).residuals;
        const { z, u, weight, block } = denseEquations(model, genetic, ehat.length);
        pedigree.queenNode.forEach((node, queen) => {
          const total = genetic[0]![node]! + genetic[1]![node]!;
          const { parents, family, records, offspring } = result;
          const sum = parents[queen]! + family[queen]! + records[queen]! + offspring[queen]!;
          expect(sum).toBeCloseTo(total, 7);
          const nodes = [node, group[queen]!].filter((each) => each >= 0);
          const { unknowns, inverse } = block(nodes);
          const expected = (k: number, of: (node: number) => number) =>
            (parent1[k]! < 0 ? 0 : coefficient1[k]! * of(parent1[k]!)) +
            (parent2[k]! < 0 ? 0 : coefficient2[k]! * of(parent2[k]!));
          const e = effects.flatMap((_, effect) => {
            const own = expected(node, (k) => genetic[effect]![k]!);
            return nodes.map((k) => (k === node ? own : expected(k, (p) => (p === node ? own : genetic[effect]![p]!))));
          });
          const deviation = unknowns.map((i, at) => u[i]! - e[at]!);
          const side = unknowns.map((i) =>
            z.reduce((all, row, r) => {
              const expectedRest = unknowns.reduce((part, j, at) => part + row[j]! * deviation[at]!, ehat[r]!);
              return all + row[i]! * expectedRest * weight(r);
            }, 0),
          );
          const own = apply(inverse, side);
          expect(records[queen]).toBeCloseTo(own[0]! + own[nodes.length]!, 7);
        });
      }),
      { numRuns: runs(8) },
    );
  });

  test('add up to the value in models with covariates, other random effects and repeated records', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const { model, variances } = generalExample(seed);
        const { relationship, effects } = model.genetic;
        const combination = effects.map((_, i) => 1 + i);
        const solutions = breedingValues(model, variances);
        const node = Int32Array.from({ length: relationship.size }, (_, k) => k);
        const { parents, family, records, offspring } = contributionsOf(model, variances, solutions, combination, {
          node,
        });
        node.forEach((k) => {
          const value = combination.reduce((sum, weight, i) => sum + weight * solutions.genetic[i]![k]!, 0);
          expect(family[k]).toBe(0);
          expect(parents[k]! + records[k]! + offspring[k]!).toBeCloseTo(value, 7);
        });
      }),
      { numRuns: runs(40) },
    );
  });

  test('are only the regressed deviation from the group mean for a base animal with one record', () => {
    const pedigree = pedigreeOf('1 0 0 | 2 0 0 | 3 0 0 | 4 1 2');
    const model: GeneticModel = {
      values: Float64Array.of(10, 20, 30),
      fixed: [factor('group', ['a', 'a', 'a'])],
      genetic: {
        relationship: pedigree.relationship,
        effects: [{ name: 'animal', node: Int32Array.from([0, 1, 2], (i) => pedigree.nodeOf[i]!) }],
      },
    };
    const variances = { genetic: [[20]], residual: 40 };
    const solutions = breedingValues(model, variances);
    const pieces = contributionsOf(model, variances, solutions, [1], { node: pedigree.nodeOf });
    const third = (30 - solutions.fixed[0]![0]!) / (1 + 40 / 20);
    expect([pieces.parents[2], pieces.records[2], pieces.offspring[2]]).toEqual([0, expect.closeTo(third, 9), 0]);
    // An animal without records and offspring has only the parent average.
    const [one, two] = [0, 1].map((i) => solutions.genetic[0]![pedigree.nodeOf[i]!]!);
    expect([...[pieces.parents, pieces.family, pieces.records, pieces.offspring].map((piece) => piece[3])]).toEqual([
      expect.closeTo((one! + two!) / 2, 9),
      0,
      0,
      0,
    ]);
  });

  test('add up to the value in inbred lines with almost no Mendelian sampling variance', () => {
    const line = Array.from({ length: 40 }, (_, n) => ({
      id: n,
      colony: true,
      ...(n > 0 && { dam: n - 1 }),
      mating: { kind: 'single queen', sire: n === 0 ? 1000 : n - 1, drones: 1 } as const,
    }));
    const pedigree = beePedigree([...line, { id: 1000 }]);
    const queen = Int32Array.from(line, (_, n) => n);
    const { normal } = random(3);
    const values = Float64Array.from(queen, () => 30 + normal());
    const model = beeModel(pedigree, { queen, group: new Int32Array(40), groups: 1, values });
    const solutions = breedingValues(model, usual);
    const pieces = contributionsOf(model, usual, solutions, WORKER_AND_QUEEN, {
      node: pedigree.queenNode,
      group: pedigree.workerNode,
    });
    pedigree.queenNode.forEach((node, q) => {
      const { parents, family, records, offspring } = pieces;
      const value = solutions.genetic[0]![node]! + solutions.genetic[1]![node]!;
      expect(parents[q]! + family[q]! + records[q]! + offspring[q]!).toBeCloseTo(value, 6);
    });
  });
});
