import { approximateErrors } from './approximation/approximate-errors.js';
import { designOf, precisionOf } from './equations.js';
import { ModelError } from './model-error.js';
import type { Model, Variances } from './model.js';
import { exactErrors, reliabilityOf, type Combination, type Errors, type Reliability } from './reliability.js';
import { addFixed, solveDirectly, solveIteratively, systemOf, type Solutions } from './solutions.js';
import { invertSelected } from './sparse/selected-inverse.js';
import { withinFixed } from './spread.js';
import { part, tell, type Watch } from './watch.js';

/** How much the exact way may cost before the other one is taken. */
export interface Limits {
  /** Unknowns for which a factorization is thought of at all. */
  readonly unknowns: number;
  /** Numbers in the factor, 8 bytes each. */
  readonly entries: number;
  /** Multiplications with additions. */
  readonly work: number;
}

/** Some 30,000 queens of one breeding population: half a minute of one core a trait. */
export const USUAL_LIMITS: Limits = { unknowns: 400_000, entries: 64e6, work: 2e10 };

export interface BreedingValueOptions {
  /** Values of which the reliability is wanted, as combinations of the genetic effects; none unless told. */
  readonly combinations?: readonly Combination[];
  readonly limits?: Limits;
  readonly watch?: Watch;
}

/** Solutions of a model, and how sure they are. */
export interface BreedingValues extends Solutions {
  /** One for each combination asked for. */
  readonly reliabilities: readonly Reliability[];
  readonly method: {
    readonly solutions: 'factorization' | 'conjugate gradients';
    /** Of the conjugate gradients. */
    readonly iterations?: number;
    readonly reliabilities: 'selected inversion' | 'approximation' | 'none';
  };
}

/**
 * Predicts breeding values: by factorization with exact reliabilities (selected inversion) while that is within the limits, by conjugate gradients with
 * approximate ones (see approximate-errors.ts) beyond.
 *
 * @throws ModelError where the model cannot be worked out, also if no two records can be compared
 */
export function breedingValues(
  model: Model,
  variances: Variances,
  { combinations = [], limits = USUAL_LIMITS, watch }: BreedingValueOptions = {},
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
  tell(watch, 0);
  const wanted = combinations.length > 0;
  const reliabilities = (errors: () => Errors) => {
    if (!wanted) return [];
    const found = errors();
    return combinations.map((combination) => reliabilityOf(design, variances, combination, found));
  };
  const finish = (solutions: Solutions, others: Omit<BreedingValues, keyof Solutions>): BreedingValues => {
    tell(watch, 1);
    return { ...addFixed(design, solutions, fixed), ...others };
  };
  const system = design.unknowns <= limits.unknowns ? systemOf(design, precision) : undefined;
  if (system && system.symbolic.entries <= limits.entries && system.symbolic.work <= limits.work) {
    const { factor, ...solutions } = solveDirectly(design, variances, system, part(watch, 0.05, wanted ? 0.35 : 1));
    return finish(solutions, {
      reliabilities: reliabilities(() => exactErrors(design, invertSelected(factor, part(watch, 0.35, 1)))),
      method: { solutions: 'factorization', reliabilities: wanted ? 'selected inversion' : 'none' },
    });
  }
  const { iterations, ...solutions } = solveIteratively(
    design,
    variances,
    undefined,
    part(watch, 0.05, wanted ? 0.4 : 1),
  );
  return finish(solutions, {
    reliabilities: reliabilities(() =>
      approximateErrors(design, precisionOf(model, apart(variances)), part(watch, 0.4, 1)),
    ),
    method: { solutions: 'conjugate gradients', iterations, reliabilities: wanted ? 'approximation' : 'none' },
  });
}

/** Variances with correlations a little from ±1: there the approximation, which inverts covariance matrices time and again, would lose all digits. */
function apart(variances: Variances): Variances {
  const genetic = variances.genetic.map((row, i) => row.map((value, j) => (i === j ? value : value * (1 - 1e-7))));
  return { ...variances, genetic };
}
