import { conjugateGradients, DEFAULT_CONVERGENCE, type Convergence } from './conjugate-gradients.js';
import { assemble, precisionOf, rightHandSide, type Design, type Precision } from './equations.js';
import { fixedColumns, type Constraint } from './fixed-effects.js';
import { ModelError } from './model-error.js';
import type { Variances } from './model.js';
import { multiplier } from './operator.js';
import { pedigreePreconditioner } from './preconditioner.js';
import { factorize, solveFactored, type Factor } from './sparse/cholesky.js';
import { analyse, type Symbolic } from './sparse/symbolic.js';
import type { SymmetricMatrix } from './sparse/symmetric.js';
import type { Watch } from './watch.js';

/** Estimates of fixed effects and predictions of random and genetic effects, in the unit of the values. */
export interface Solutions {
  /** For each fixed effect: the estimate of each level, or of the covariate; 0 if constrained. */
  readonly fixed: readonly Float64Array[];
  readonly constraints: readonly Constraint[];
  /** For each random effect: the prediction of each level. */
  readonly random: readonly Float64Array[];
  /** For each genetic effect: the prediction of each node. */
  readonly genetic: readonly Float64Array[];
}

/** Arranges the unknowns of the equations by effect. */
export function arrange(design: Design, x: Float64Array): Solutions {
  const { model, fixedUnknown, randomStart, geneticStart, effects, relationship } = design;
  const starts = fixedColumns(model.fixed);
  return {
    fixed: model.fixed.map((_, f) =>
      Float64Array.from(fixedUnknown.subarray(starts[f], starts[f + 1]), (i) => (i < 0 ? 0 : x[i])),
    ),
    constraints: design.constraints,
    random: (model.random ?? []).map((_, j) => x.slice(randomStart[j], randomStart[j + 1])),
    genetic: Array.from({ length: effects }, (_, i) =>
      Float64Array.from({ length: relationship.size }, (__, node) => x[geneticStart + node * effects + i]),
    ),
  };
}

/** Adds the fit of the fixed effects, which `withinFixed` subtracted from the values. */
export function addFixed<Some extends Solutions>(design: Design, solutions: Some, fixed: Float64Array): Some {
  const alone = arrange({ ...design, effects: 0, model: { ...design.model, random: [] } }, fixed).fixed;
  const sum = solutions.fixed.map((levels, f) => levels.map((value, l) => value + alone[f][l]));
  return { ...solutions, fixed: sum };
}

/** The two operations that conjugate gradients need. */
export interface Iteration {
  /** out ← C·x. */
  readonly multiply: (x: Float64Array, out: Float64Array) => void;
  /** z ← M⁻¹·r. */
  readonly precondition: (r: Float64Array, z: Float64Array) => void;
}

/** Returns the product with C, which is not stored, and the preconditioner M of the mixed-model equations. */
export const iterationOf = (design: Design, precision: Precision): Iteration => ({
  multiply: multiplier(design, precision),
  precondition: pedigreePreconditioner(design, precision),
});

/**
 * Solves the equations by conjugate gradients. The memory and the time of an iteration are proportional to the number
 * of records and nodes.
 */
export function solveIteratively(
  design: Design,
  variances: Variances,
  { iteration, convergence = DEFAULT_CONVERGENCE, watch }: SolveOptions = {},
): Solutions & { readonly iterations: number } {
  const precision = precisionOf(design.model, variances);
  checkVarianceRatio(design, variances);
  const { multiply, precondition } = iteration ?? iterationOf(design, precision);
  const side = rightHandSide(design, precision, design.model.values);
  const { x, iterations } = conjugateGradients(multiply, precondition, side, convergence, watch);
  return { ...arrange(design, x), iterations };
}

interface SolveOptions {
  readonly iteration?: Iteration;
  readonly convergence?: Convergence;
  readonly watch?: Watch | undefined;
}

/**
 * Minimum ratio of residual to genetic variance. With a smaller ratio, conjugate gradients would stop while their
 * result is far from the solution.
 */
const MIN_RESIDUAL_SHARE = 1e-6;

function checkVarianceRatio({ weights, effects }: Design, { genetic, residual }: Variances): void {
  const maxWeight = weights.reduce((maximum, weight) => Math.max(maximum, weight), 0);
  for (let i = 0; i < effects; i += 1) {
    if (residual / maxWeight >= MIN_RESIDUAL_SHARE * genetic[i][i]) continue;
    throw new ModelError(
      'not_solved',
      `The residual variance (${residual}, divided by weights of up to ${maxWeight}) is less than a millionth of a genetic variance (${genetic[i][i]}). The equations cannot be solved for records with almost no error. Use variances that differ less.`,
    );
  }
}

/** The equations and the structure of their factor. */
export interface System {
  readonly matrix: SymmetricMatrix;
  readonly symbolic: Symbolic;
}

/** Assembles the equations and analyses their structure. */
export function systemOf(design: Design, precision: Precision): System {
  const matrix = assemble(design, precision);
  return { matrix, symbolic: analyse(matrix, design.unitOf) };
}

/** Solves the equations by factorization. Also returns the factor, for exact reliabilities. */
export function solveDirectly(
  design: Design,
  variances: Variances,
  system?: System,
  watch?: Watch,
): Solutions & { readonly factor: Factor } {
  const precision = precisionOf(design.model, variances);
  const { matrix, symbolic } = system ?? systemOf(design, precision);
  const factor = factorize(matrix, symbolic, watch);
  const side = rightHandSide(design, precision, design.model.values);
  const x = solveFactored(factor, side);
  // One step of iterative refinement. In inbred lines, 1/d is large, and a solution by the factor loses more digits
  // than a product with C.
  const product = new Float64Array(design.unknowns);
  multiplier(design, precision)(x, product);
  const rest = solveFactored(
    factor,
    side.map((value, i) => value - product[i]),
  );
  return {
    ...arrange(
      design,
      x.map((value, i) => value + rest[i]),
    ),
    factor,
  };
}
