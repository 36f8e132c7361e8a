import { conjugateGradients, USUAL, type Convergence } from './conjugate-gradients.js';
import { assemble, precisionOf, rightHandSide, type Design, type Precision } from './equations.js';
import { fixedColumns, type Constraint } from './fixed-effects.js';
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

/** Solutions by conjugate gradients: memory and time in proportion to records and nodes, whatever the pedigree. */
export function solveIteratively(
  design: Design,
  variances: Variances,
  convergence: Convergence = USUAL,
  watch?: Watch,
): Solutions & { readonly iterations: number } {
  const precision = precisionOf(design.model, variances);
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
  return { ...arrange(design, solveFactored(factor, rightHandSide(design, precision, design.model.values))), factor };
}
