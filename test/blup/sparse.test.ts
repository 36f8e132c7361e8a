import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { factorize, logDeterminantOf, solveFactored } from '../../src/blup/sparse/cholesky.js';
import { columnCounts, eliminationTree } from '../../src/blup/sparse/elimination-tree.js';
import { minimumDegreeOrder } from '../../src/blup/sparse/minimum-degree.js';
import { invertSelected } from '../../src/blup/sparse/selected-inverse.js';
import { analyse } from '../../src/blup/sparse/symbolic.js';
import { graphOf, SymmetricBuilder, type SymmetricMatrix } from '../../src/blup/sparse/symmetric.js';
import { apply, invert, random, zeros, type Matrix } from './dense.js';
import { runs } from '../support/fuzz.js';

const dense = ({ size, columns, rows, values }: SymmetricMatrix): Matrix => {
  const full = zeros(size);
  for (let j = 0; j < size; j += 1) {
    for (let at = columns[j]!; at < columns[j + 1]!; at += 1) {
      full[rows[at]!]![j] = values[at]!;
      full[j]![rows[at]!] = values[at]!;
    }
  }
  return full;
};

/**
 * Returns a random sparse matrix that is positive definite. Its rows form units of one or two rows; `unitOf` contains
 * the unit of each row.
 */
function example(seed: number, units: number, density: number): { matrix: SymmetricMatrix; unitOf: Int32Array } {
  const { below, uniform, normal } = random(seed);
  const unitOf = Int32Array.from(Array.from({ length: units }, (_, u) => (uniform() < 0.5 ? [u] : [u, u])).flat());
  const size = unitOf.length;
  const builder = new SymmetricBuilder(size, 4);
  for (let i = 0; i < size; i += 1) builder.add(i, i, 0.1 + uniform());
  for (let k = 0; k < size * density; k += 1) {
    const members = Array.from(new Set(Array.from({ length: 1 + below(4) }, () => below(size))));
    const v = members.map(() => normal());
    members.forEach((i, a) => members.slice(a).forEach((j, b) => builder.add(i, j, v[a]! * v[a + b]!)));
  }
  return { matrix: builder.build(), unitOf };
}

test('the builder sums entries of both triangles, in any order', () => {
  const builder = new SymmetricBuilder(3, 1);
  for (const [i, j, v] of [
    [2, 0, 1],
    [0, 0, 4],
    [0, 2, 2],
    [1, 1, 5],
    [2, 2, 6],
    [0, 0, 1],
  ] as const)
    builder.add(i, j, v);
  const matrix = builder.build();
  expect([...matrix.columns]).toEqual([0, 2, 3, 4]);
  expect([...matrix.rows]).toEqual([0, 2, 1, 2]);
  expect([...matrix.values]).toEqual([5, 3, 5, 6]);
});

test('solutions, log-determinant and selected inverse equal those of the dense matrix', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0, max: 3, noNaN: true }),
      (seed, units, density) => {
        const { matrix, unitOf } = example(seed, units, density);
        const { inverse, logDeterminant } = invert(dense(matrix));
        const symbolic = analyse(matrix, unitOf);
        expect([...symbolic.place].sort((a, b) => a - b)).toEqual(unitOf.length ? [...unitOf.keys()] : []);
        const factor = factorize(matrix, symbolic);
        expect(logDeterminantOf(factor)).toBeCloseTo(logDeterminant, 7);
        const b = Float64Array.from({ length: matrix.size }, (_, i) => Math.sin(i + 1));
        const x = apply(inverse, b);
        solveFactored(factor, b).forEach((value, i) => expect(value).toBeCloseTo(x[i]!, 7));
        const selected = invertSelected(factor);
        for (let j = 0; j < matrix.size; j += 1) {
          for (let at = matrix.columns[j]!; at < matrix.columns[j + 1]!; at += 1) {
            expect(selected.at(matrix.rows[at]!, j)).toBeCloseTo(inverse[matrix.rows[at]!]![j]!, 7);
          }
          for (let i = 0; i < matrix.size; i += 1) {
            if (unitOf[i] === unitOf[j]) expect(selected.at(i, j)).toBeCloseTo(inverse[i]![j]!, 7);
          }
        }
      },
    ),
    { numRuns: runs(150) },
  );
});

test('the diagonal of the selected inverse is exact for a few hundred rows with dense and sparse parts', () => {
  const { matrix, unitOf } = example(7, 260, 1.2);
  const { inverse } = invert(dense(matrix));
  const selected = invertSelected(factorize(matrix, analyse(matrix, unitOf)));
  for (let i = 0; i < matrix.size; i += 1) expect(selected.at(i, i) / inverse[i]![i]!).toBeCloseTo(1, 8);
});

test('a singular matrix is rejected with a message', () => {
  const builder = new SymmetricBuilder(2);
  for (const [i, j] of [
    [0, 0],
    [1, 0],
    [1, 1],
  ] as const)
    builder.add(i, j, 1);
  const matrix = builder.build();
  expect(() => factorize(matrix, analyse(matrix, Int32Array.of(0, 1)))).toThrow('singular');
});

/** Returns the number of elements of the factor of a matrix with nonzero elements on the diagonal and at `edges`. */
function factorEntries(size: number, edges: readonly (readonly [number, number])[]): number {
  const builder = new SymmetricBuilder(size);
  for (let i = 0; i < size; i += 1) builder.add(i, i, 1);
  for (const [i, j] of edges) builder.add(i, j, 1);
  const graph = graphOf(
    builder.build(),
    Int32Array.from({ length: size }, (_, i) => i),
    size,
  );
  const order = minimumDegreeOrder(graph, new Int32Array(size).fill(1));
  const place = new Int32Array(size);
  order.forEach((unit, k) => (place[unit] = k));
  return columnCounts(graph, order, place, eliminationTree(graph, order, place)).reduce((sum, count) => sum + count, 0);
}

test('the factor of a matrix whose graph is a forest has no additional elements', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 150 }), (draws) => {
      const edges = draws.flatMap((draw, i) => (i > 0 && draw % 8 > 0 ? [[i, draw % i] as const] : []));
      expect(factorEntries(draws.length, edges)).toBe(draws.length + edges.length);
    }),
  );
});

test('the factor of a matrix whose graph is a chain of cliques has no additional elements', () => {
  for (let size = 2; size < 8; size += 1) {
    const cliques = Array.from({ length: 20 }, (_, c) => Array.from({ length: size }, (__, i) => c * (size - 1) + i));
    const edges = cliques.flatMap((members) =>
      members.flatMap((i) => members.slice(0, i - members[0]!).map((j) => [i, j] as const)),
    );
    const nodes = 20 * (size - 1) + 1;
    expect(factorEntries(nodes, edges)).toBe(nodes + edges.length);
  }
});

test('a column with very many nonzero elements, such as a fixed effect of all records, is eliminated last', () => {
  const size = 500;
  const hub = 77;
  const edges = Array.from({ length: size - 1 }, (_, i) => [i, i + 1] as const).filter((edge) => !edge.includes(hub));
  const all = [...edges, ...Array.from({ length: size }, (_, i) => [i, hub] as const).filter(([i]) => i !== hub)];
  expect(factorEntries(size, all)).toBe(size + all.length);
});

test('the factor of a grid has few additional elements', () => {
  const side = 20;
  const edges = Array.from({ length: side * side }, (_, at) => [
    ...(at % side > 0 ? [[at, at - 1] as const] : []),
    ...(at >= side ? [[at, at - side] as const] : []),
  ]).flat();
  // Without reordering, the factor would have 8,000 elements.
  expect(factorEntries(side * side, edges)).toBeLessThan(4000);
});
