import { approximateErrors } from './approximation/approximate-errors.js';
import { designOf, precisionOf } from './equations.js';
import { ModelError } from './model-error.js';
import type { Model, Variances } from './model.js';
import { exactErrors, reliabilityOf, type Combination, type Errors, type Reliability } from './reliability.js';
import { addFixed, solveDirectly, solveIteratively, systemOf, type Solutions } from './solutions.js';
import { invertSelected } from './sparse/selected-inverse.js';
import { withinFixed } from './spread.js';
import { subWatch, reportProgress, type Watch } from './watch.js';

/** Limits of the exact method. */
export interface Limits {
  /** Maximum number of unknowns for which a factorization is considered. */
  readonly unknowns: number;
  /** Maximum number of entries of the factor, 8 bytes each. */
  readonly entries: number;
  /** Maximum number of multiply-add operations. */
  readonly work: number;
}

/** Enough for about 30,000 queens of one population: half a minute of one core for each trait. */
export const DEFAULT_LIMITS: Limits = { unknowns: 400_000, entries: 64e6, work: 2e10 };

export interface BreedingValueOptions {
  /** Combinations of genetic effects whose reliability is computed. Default: none. */
  readonly combinations?: readonly Combination[];
  readonly limits?: Limits;
  readonly watch?: Watch;
}

/** Solutions of a model with their reliabilities. */
export interface BreedingValues extends Solutions {
  /** One for each requested combination. */
  readonly reliabilities: readonly Reliability[];
  readonly method: {
    readonly solutions: 'factorization' | 'conjugate gradients';
    /** Iterations of the conjugate gradients. */
    readonly iterations?: number;
    readonly reliabilities: 'selected inversion' | 'approximation' | 'none';
  };
}

/**
 * Predicts breeding values: within the limits by factorization with exact reliabilities (selected inversion), beyond
 * them by conjugate gradients with approximate reliabilities (see approximate-errors.ts).
 *
 * @throws ModelError if the model cannot be solved, or no two records can be compared
 */
export function breedingValues(
  model: Model,
  variances: Variances,
  { combinations = [], limits = DEFAULT_LIMITS, watch }: BreedingValueOptions = {},
): BreedingValues {
  const whole = designOf(model);
  const precision = precisionOf(model, variances);
  const odd = combinations.find(({ length }) => length !== whole.effects);
  if (odd)
    throw new ModelError(
      'invalid_data',
      `a combination has ${odd.length} weights for ${whole.effects} genetic effects`,
    );
  const { design, fixed } = withinFixed(whole);
  reportProgress(watch, 0);
  const wanted = combinations.length > 0;
  const reliabilities = (errors: () => Errors) => {
    if (!wanted) return [];
    const found = errors();
    return combinations.map((combination) => reliabilityOf(design, variances, combination, found));
  };
  const finish = (solutions: Solutions, others: Omit<BreedingValues, keyof Solutions>): BreedingValues => {
    reportProgress(watch, 1);
    return { ...addFixed(design, solutions, fixed), ...others };
  };
  const system = design.unknowns <= limits.unknowns ? systemOf(design, precision) : undefined;
  if (system && system.symbolic.entries <= limits.entries && system.symbolic.work <= limits.work) {
    const { factor, ...solutions } = solveDirectly(design, variances, system, subWatch(watch, 0.05, wanted ? 0.35 : 1));
    return finish(solutions, {
      reliabilities: reliabilities(() => exactErrors(design, invertSelected(factor, subWatch(watch, 0.35, 1)))),
      method: { solutions: 'factorization', reliabilities: wanted ? 'selected inversion' : 'none' },
    });
  }
  const { iterations, ...solutions } = solveIteratively(
    design,
    variances,
    undefined,
    subWatch(watch, 0.05, wanted ? 0.4 : 1),
  );
  return finish(solutions, {
    reliabilities: reliabilities(() =>
      approximateErrors(design, precisionOf(model, withLimitedCorrelations(variances)), subWatch(watch, 0.4, 1)),
    ),
    method: { solutions: 'conjugate gradients', iterations, reliabilities: wanted ? 'approximation' : 'none' },
  });
}

/** Moves correlations slightly away from ±1, where the approximation would lose all digits by repeated inversion. */
function withLimitedCorrelations(variances: Variances): Variances {
  const genetic = variances.genetic.map((row, i) => row.map((value, j) => (i === j ? value : value * (1 - 1e-7))));
  return { ...variances, genetic };
}
