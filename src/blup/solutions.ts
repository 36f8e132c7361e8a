import { conjugateGradients, USUAL, type Convergence } from './conjugate-gradients.js';
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

/** Estimates of fixed effects and predictions of random ones, in units of the values. */
export interface Solutions {
  /** By fixed effect: of each level, or of the covariate, its estimate; 0 where it was constrained. */
  readonly fixed: readonly Float64Array[];
  readonly constraints: readonly Constraint[];
  /** By random effect: of each level. */
  readonly random: readonly Float64Array[];
  /** By genetic effect: of each node. */
  readonly genetic: readonly Float64Array[];
}

/** The unknowns of the equations, put where they belong. */
export function arrange(design: Design, x: Float64Array): Solutions {
  const { model, fixedUnknown, randomStart, geneticStart, effects, relationship } = design;
  const starts = fixedColumns(model.fixed);
  return {
    fixed: model.fixed.map((_, f) =>
      Float64Array.from(fixedUnknown.subarray(starts[f], starts[f + 1]), (i) => (i < 0 ? 0 : x[i]!)),
    ),
    constraints: design.constraints,
    random: (model.random ?? []).map((_, j) => x.slice(randomStart[j], randomStart[j + 1])),
    genetic: Array.from({ length: effects }, (_, i) =>
      Float64Array.from({ length: relationship!.size }, (__, node) => x[geneticStart + node * effects + i]!),
    ),
  };
}

/** Solutions of what the fixed effects alone leave of the values, with these added again: of the values themselves. */
export function addFixed<Some extends Solutions>(design: Design, solutions: Some, fixed: Float64Array): Some {
  const alone = arrange({ ...design, effects: 0, model: { ...design.model, random: [] } }, fixed).fixed;
  const sum = solutions.fixed.map((levels, f) => levels.map((value, l) => value + alone[f]![l]!));
  return { ...solutions, fixed: sum };
}

/** Solutions by conjugate gradients: memory and time in proportion to records and nodes, whatever the pedigree. */
export function solveIteratively(
  design: Design,
  variances: Variances,
  convergence: Convergence = USUAL,
  watch?: Watch,
): Solutions & { readonly iterations: number } {
  const precision = precisionOf(design.model, variances);
  refuseUnequal(design, variances);
  const side = rightHandSide(design, precision, design.model.values);
  const multiply = multiplier(design, precision);
  const { x, iterations } = conjugateGradients(
    multiply,
    pedigreePreconditioner(design, precision),
    side,
    convergence,
    watch,
  );
  return { ...arrange(design, x), iterations };
}

/** A residual variance below this share of a genetic one: conjugate gradients would stop far from the solution. */
const MOST_UNEQUAL = 1e-6;

function refuseUnequal({ weights, effects }: Design, { genetic, residual }: Variances): void {
  const heaviest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  for (let i = 0; i < effects; i += 1) {
    if (residual / heaviest >= MOST_UNEQUAL * genetic[i]![i]!) continue;
    throw new ModelError(
      'not_solved',
      `The variance of the residual, ${residual} by weights of up to ${heaviest}, is less than a millionth of a genetic one, ${genetic[i]![i]}. So many records cannot be reckoned with as if they were without error; give variances nearer to each other.`,
    );
  }
}

/** The equations, and the shape of their factor. */
export interface System {
  readonly matrix: SymmetricMatrix;
  readonly symbolic: Symbolic;
}

export function systemOf(design: Design, precision: Precision): System {
  const matrix = assemble(design, precision);
  return { matrix, symbolic: analyse(matrix, design.unitOf) };
}

/** Solutions by factorization, with the factor, of which reliabilities can be had. */
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
  // Once more for what rounding left: in inbred lines 1/d is great, and the factor has lost digits that the product, node by node, has not.
  const product = new Float64Array(design.unknowns);
  multiplier(design, precision)(x, product);
  const rest = solveFactored(
    factor,
    side.map((value, i) => value - product[i]!),
  );
  return {
    ...arrange(
      design,
      x.map((value, i) => value + rest[i]!),
    ),
    factor,
  };
}
