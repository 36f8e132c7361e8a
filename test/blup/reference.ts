import type { Model, Variances } from '../../src/blup/model.js';
import type { Relationship } from '../../src/blup/relationship.js';
import { apply, invert, kronecker, multiply, random, transpose, zeros, type Matrix } from './dense.js';

/** Returns the relationship matrix A, computed from the parents and the coefficients of each node. */
export function denseRelationship({ size, parent1, parent2, coefficient1, coefficient2, d }: Relationship): Matrix {
  const a = zeros(size);
  for (let k = 0; k < size; k += 1) {
    const parents = [
      [parent1[k]!, coefficient1[k]!],
      [parent2[k]!, coefficient2[k]!],
    ].filter(([p]) => p! >= 0);
    for (let j = 0; j < k; j += 1) {
      a[k]![j] = a[j]![k] = parents.reduce((sum, [p, c]) => sum + c! * a[p!]![j]!, 0);
    }
    a[k]![k] = d[k]! + parents.reduce((sum, [p, c]) => sum + c! * a[k]![p!]!, 0);
  }
  return a;
}

/** Returns the columns of x that are linearly independent of the preceding columns. */
function independent(x: Matrix): Matrix {
  const columns: number[][] = [];
  const basis: number[][] = [];
  for (const column of transpose(x)) {
    let rest = [...column];
    for (let round = 0; round < 2; round += 1) {
      for (const b of basis) {
        const share = b.reduce((sum, value, i) => sum + value * rest[i]!, 0);
        rest = rest.map((value, i) => value - share * b[i]!);
      }
    }
    const length = Math.hypot(...rest);
    if (length < 1e-8 * Math.max(1e-300, Math.hypot(...column))) continue;
    basis.push(rest.map((value) => value / length));
    columns.push(column);
  }
  return transpose(columns);
}

/**
 * Solves a mixed model with the n × n covariance matrix V of its records, without mixed-model equations: û = G·Z′·P·y,
 * PEV = G − G·Z′PZ·G.
 */
export function denseSolution(model: Model, variances: Variances) {
  const n = model.values.length;
  const y = [...model.values];
  const x = independent(
    y.map((_, r) =>
      model.fixed.flatMap((effect) =>
        'covariate' in effect
          ? [effect.covariate[r]!]
          : Array.from({ length: effect.levels }, (__, l) => (effect.level[r] === l ? 1 : 0)),
      ),
    ),
  );
  const size = model.genetic?.relationship.size ?? 0;
  const effects = model.genetic?.effects ?? [];
  const random = model.random ?? [];
  const z = y.map((_, r) => [
    ...random.flatMap(({ level, levels }) => Array.from({ length: levels }, (__, l) => (level[r] === l ? 1 : 0))),
    ...effects.flatMap(({ node }) => Array.from({ length: size }, (__, k) => (node[r] === k ? 1 : 0))),
  ]);
  const unrelated = random.reduce((sum, { levels }) => sum + levels, 0);
  const total = unrelated + size * effects.length;
  const g = zeros(total);
  let at = 0;
  random.forEach(({ levels }, j) => {
    for (let l = 0; l < levels; l += 1, at += 1) g[at]![at] = variances.random![j]!;
  });
  if (size > 0) {
    const block = kronecker(
      variances.genetic.map((row) => [...row]),
      denseRelationship(model.genetic!.relationship),
    );
    block.forEach((row, i) => row.forEach((value, j) => (g[unrelated + i]![unrelated + j] = value)));
  }
  const zg = multiply(z, g);
  const v = multiply(zg, transpose(z)).map((row, i) =>
    row.map((value, j) => value + (i === j ? variances.residual / (model.weights?.[i] ?? 1) : 0)),
  );
  const { inverse: vi, logDeterminant: logV } = invert(v);
  const vix = multiply(vi, x);
  const { inverse: xvxi, logDeterminant: logX } = x[0]?.length
    ? invert(multiply(transpose(x), vix))
    : { inverse: [], logDeterminant: 0 };
  const rank = x[0]?.length ?? 0;
  const half = rank ? multiply(multiply(vix, xvxi), transpose(vix)) : zeros(n);
  const p = vi.map((row, i) => row.map((value, j) => value - half[i]![j]!));
  const py = apply(p, y);
  const u = apply(transpose(zg), py);
  const explained = multiply(multiply(transpose(zg), p), zg);
  const error = g.map((row, i) => row.map((value, j) => value - explained[i]![j]!));
  const squares = y.reduce((sum, value, i) => sum + value * py[i]!, 0);
  return {
    /** Prediction of genetic effect i at node k. */
    genetic: (i: number, k: number) => u[unrelated + i * size + k]!,
    random: u.slice(0, unrelated),
    /** Prediction error variance of a level, counted over all random effects. */
    randomError: (level: number) => error[level]![level]!,
    error: (i: number, k: number, j: number, l: number) => error[unrelated + i * size + k]![unrelated + j * size + l]!,
    residuals: py.map((value, r) => (value * variances.residual) / (model.weights?.[r] ?? 1)),
    logLikelihood: -0.5 * ((n - rank) * Math.log(2 * Math.PI) + logV + logX + squares),
    rank,
    /** Covariance matrix of the records, and the projection matrix of REML. */
    v,
    p,
  };
}

/** Simulates true values with the covariance G0 ⊗ A. Returns one array for each effect, with a value for each node. */
export function simulateGenetic(
  relationship: Relationship,
  g0: readonly (readonly number[])[],
  seed: number,
): Float64Array[] {
  const { normal } = random(seed);
  const k = g0.length;
  const l = zeros(k);
  for (let i = 0; i < k; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = g0[i]![j]!;
      for (let t = 0; t < j; t += 1) sum -= l[i]![t]! * l[j]![t]!;
      l[i]![j] = i === j ? Math.sqrt(sum) : sum / l[j]![j]!;
    }
  }
  const values = g0.map(() => new Float64Array(relationship.size));
  for (let node = 0; node < relationship.size; node += 1) {
    const z = g0.map(() => normal() * Math.sqrt(relationship.d[node]!));
    values.forEach((value, i) => {
      value[node] = apply(l, z)[i]!;
      const [p, q] = [relationship.parent1[node]!, relationship.parent2[node]!];
      if (p >= 0) value[node]! += relationship.coefficient1[node]! * value[p]!;
      if (q >= 0) value[node]! += relationship.coefficient2[node]! * value[q]!;
    });
  }
  return values;
}
