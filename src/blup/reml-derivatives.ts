import { fitted, rightHandSide, type Design } from './equations.js';
import type { Evaluation } from './likelihood.js';
import type { Variances } from './model.js';
import { addInverse } from './relationship.js';
import { multiplySmall, type SmallMatrix } from './small-matrix.js';
import { solveFactored } from './sparse/cholesky.js';
import { invertSelected } from './sparse/selected-inverse.js';
import type { Watch } from './watch.js';

/**
 * Derivatives of the log-likelihood with respect to θ, the vector of variances and covariances: the lower triangle of
 * G0 row by row, then σ²_j, then σ²_e.
 */
export interface Derivatives {
  /** ∂log L/∂θ. */
  readonly score: number[];
  /** Average of the observed and the expected information. */
  readonly information: number[][];
  /** Variances after an EM step. */
  readonly em: Variances;
}

/** Returns the row and column of each element of the lower triangle of G0, in the order of θ. */
export const triangle = (effects: number): [number, number][] =>
  Array.from({ length: effects }, (_, i) => Array.from({ length: i + 1 }, (__, j): [number, number] => [i, j])).flat();

/** One value for each variance component. */
interface ByComponent<Value> {
  readonly genetic: readonly (readonly Value[])[];
  readonly random?: readonly Value[];
  readonly residual: Value;
}

/** Returns the components in the order of θ. */
export function toVector<Value>({ genetic, random = [], residual }: ByComponent<Value>): Value[] {
  return [...triangle(genetic.length).map(([i, j]) => genetic[i][j]), ...random, residual];
}

/**
 * Inverse of `toVector`, for variances.
 *
 * @param effects number of genetic effects
 */
export function fromVector(theta: readonly number[], effects: number): Variances {
  const pairs = triangle(effects);
  const genetic = Array.from({ length: effects }, (_, i) =>
    Array.from(
      { length: effects },
      (__, j) => theta[pairs.findIndex(([a, b]) => a === Math.max(i, j) && b === Math.min(i, j))],
    ),
  );
  return { genetic, random: theta.slice(pairs.length, -1), residual: theta[theta.length - 1] };
}

/**
 * Computes the score and the average information [Gilmour, Thompson & Cullis 1995, Biometrics 51:1440; Johnson &
 * Thompson 1995, J Dairy Sci 78:449]. The information of θ_a and θ_b is ½·f_a′·P·f_b with the working variates f_a =
 * (∂V/∂θ_a)·P·y; for V and P, see `evaluate` of likelihood.ts. For G0_ij, the variate is Z(E_ij·G0⁻¹ ⊗ I)â with E_ij =
 * ∂G0/∂G0_ij. For σ²_j, it is U_j·û_j/σ²_j. For σ²_e, it is ê/σ²_e.
 *
 * @param evaluation evaluation at `variances`; its factor is overwritten
 */
export function derivativesOf(
  design: Design,
  variances: Variances,
  evaluation: Evaluation,
  watch?: Watch,
): Derivatives {
  const { factor, precision } = evaluation;
  const variates = workingVariates(design, variances, evaluation);
  // P·f = R⁻¹·(f − W·C⁻¹W′R⁻¹·f).
  const projected = variates.map((f) => {
    const fit = fitted(design, solveFactored(factor, rightHandSide(design, precision, f)));
    return f.map((value, r) => design.weights[r] * precision.residual * (value - fit[r]));
  });
  const information = variates.map((f) =>
    projected.map((pf) => 0.5 * f.reduce((sum, value, r) => sum + value * pf[r], 0)),
  );
  return { information, ...scoreOf(design, variances, evaluation, watch) };
}

function workingVariates(
  design: Design,
  variances: Variances,
  { x, residuals, precision }: Evaluation,
): Float64Array[] {
  const { records, width, index, effects, model } = design;
  const fixed = model.fixed.length;
  const random = model.random?.length ?? 0;
  const { random: ofRandom = [] } = variances;
  /** Element of (G0⁻¹ ⊗ I)·â for effect j, at the node of effect i in record r. */
  const scaled = (r: number, i: number, j: number) => {
    const at = index[r * width + fixed + random + i];
    if (at < 0) return 0;
    const node = at - i;
    let sum = 0;
    for (let t = 0; t < effects; t += 1) sum += precision.genetic[j * effects + t] * x[node + t];
    return sum;
  };
  const genetic = triangle(effects).map(([i, j]) =>
    Float64Array.from({ length: records }, (_, r) => (i === j ? scaled(r, i, i) : scaled(r, i, j) + scaled(r, j, i))),
  );
  const levels = Array.from({ length: random }, (_, j) =>
    Float64Array.from({ length: records }, (__, r) => {
      const at = index[r * width + fixed + j];
      return at < 0 ? 0 : x[at] / ofRandom[j];
    }),
  );
  return [...genetic, ...levels, residuals.map((residual) => residual / variances.residual)];
}

function scoreOf(
  design: Design,
  variances: Variances,
  { x, residuals, factor, precision }: Evaluation,
  watch?: Watch,
): Pick<Derivatives, 'score' | 'em'> {
  const { records, rank, effects, relationship, weights, randomStart } = design;
  const inverse = invertSelected(factor, watch);
  const nodes = relationship.size;
  // `total`: element (i, j) is â_i′A⁻¹â_j + tr(A⁻¹·(C⁻¹)_ij) for the genetic effects i and j.
  const traces = pedigreeForm(design, (a, i, b, j) => inverse.at(a + i, b + j));
  const forms = pedigreeForm(design, (a, i, b, j) => x[a + i] * x[b + j]);
  const total = traces.map((row, i) => row.map((value, j) => value + forms[i][j]));
  const g = Array.from({ length: effects }, (_, i) =>
    Array.from(precision.genetic.subarray(i * effects, (i + 1) * effects)),
  );
  const sandwich = multiplySmall(multiplySmall(g, total), g);
  const score = triangle(effects).map(([i, j]) => (i === j ? 0.5 : 1) * (sandwich[i][j] - nodes * g[i][j]));
  const emGenetic = total.map((row) => row.map((value) => value / nodes));
  let freedom = records - rank - effects * nodes;
  for (let i = 0; i < effects; i += 1) for (let j = 0; j < effects; j += 1) freedom += g[i][j] * traces[j][i];
  const emRandom = (variances.random ?? []).map((variance, j) => {
    const levels = randomStart[j + 1] - randomStart[j];
    let [trace, squares] = [0, 0];
    for (let i = randomStart[j]; i < randomStart[j + 1]; i += 1) {
      trace += inverse.at(i, i);
      squares += x[i] * x[i];
    }
    freedom -= levels - trace / variance;
    score.push(0.5 * ((squares + trace) / variance ** 2 - levels / variance));
    return (squares + trace) / levels;
  });
  const squares = residuals.reduce((sum, residual, r) => sum + weights[r] * residual * residual, 0);
  const residual = variances.residual;
  const scoreResidual = 0.5 * (squares / residual ** 2 - freedom / residual);
  score.push(scoreResidual);
  const emResidual = residual + (2 * residual ** 2 * scoreResidual) / records;
  return { score, em: { genetic: emGenetic, random: emRandom, residual: emResidual } };
}

/**
 * Returns Σ_ab A⁻¹_ab·m(a, i, b, j) for each pair (i, j) of effects: tr(A⁻¹·M_ij) for a matrix M, x_i′A⁻¹x_j for a
 * vector x. The arguments a and b of `m` are the first unknowns of two nodes.
 */
function pedigreeForm(
  { relationship, effects, geneticStart }: Design,
  m: (a: number, i: number, b: number, j: number) => number,
): SmallMatrix {
  const form = Array.from({ length: effects }, () => new Array<number>(effects).fill(0));
  if (effects === 0) return form;
  addInverse(relationship, (row, column, value) => {
    const a = geneticStart + row * effects;
    const b = geneticStart + column * effects;
    for (let i = 0; i < effects; i += 1) for (let j = 0; j <= i; j += 1) form[i][j] += value * m(a, i, b, j);
  });
  for (let i = 0; i < effects; i += 1) for (let j = 0; j < i; j += 1) form[j][i] = form[i][j];
  return form;
}
