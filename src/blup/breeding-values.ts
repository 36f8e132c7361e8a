import { approximateErrors } from './approximation/approximate-errors.js';
import { calibrate, type ReliabilityError } from './approximation/calibration.js';
import { nodeErrors, type NodeError } from './error-sample.js';
import { designOf, precisionOf, type Design } from './equations.js';
import { requireFinite } from './finite.js';
import { ModelError } from './model-error.js';
import type { Model, Variances } from './model.js';
import {
  exactErrors,
  reliabilityOf,
  varianceOf,
  type Combination,
  type Errors,
  type Reliability,
} from './reliability.js';
import { addFixed, iterationOf, solveDirectly, solveIteratively, type Iteration, type Solutions } from './solutions.js';
import { invertSelected } from './sparse/selected-inverse.js';
import { withinFixed } from './spread.js';
import { DEFAULT_LIMITS, Structures, type Limits } from './structures.js';
import { subWatch, reportProgress, type Watch } from './watch.js';

/** Options of `breedingValues`. */
export interface BreedingValueOptions {
  /** Combinations of genetic effects for which reliabilities are computed. Default: none. */
  readonly combinations?: readonly Combination[];
  readonly limits?: Limits;
  /**
   * Birth year of each node, for the calibration of approximate reliabilities. NaN for nodes without a known year or
   * without a reported value; these nodes are not in the sample. By default, or if no year is known, all nodes can be
   * in the sample and are calibrated by generation.
   */
  readonly cohort?: Float64Array;
  /** Cache that the caller shares between models with the same pedigree. */
  readonly structures?: Structures;
  readonly watch?: Watch;
}

/** Solutions of a model with their reliabilities. */
export interface BreedingValues extends Solutions {
  /** One element for each requested combination. */
  readonly reliabilities: readonly Reliability[];
  readonly method: {
    readonly solutions: 'factorization' | 'conjugate gradients';
    /** Number of iterations of conjugate gradients. */
    readonly iterations?: number;
    readonly reliabilities: 'selected inversion' | 'approximation' | 'none';
    /** Estimated errors of approximate reliabilities, one for each combination. */
    readonly errors?: readonly ReliabilityError[];
  };
}

/**
 * Maximum number of unknowns for a factorization if no reliabilities are requested. For more unknowns, conjugate
 * gradients are faster.
 */
const MAX_FACTORED_UNKNOWNS = 20_000;

/**
 * Progress, from 0 to 1, at which the solution and the error variances start. `sample` is the start of the sample as a
 * fraction of the progress from `errors` to 1.
 */
const PROGRESS = { factored: { solve: 0.05, errors: 0.35 }, iterative: { solve: 0.05, errors: 0.2, sample: 0.4 } };

/**
 * Tolerance of the PEV of a sampled node, as a fraction of the genetic variance of the node: a tenth of the largest
 * error that the calibration accepts for random nodes.
 */
const SAMPLE_TOLERANCE = 1e-3;

/**
 * Predicts breeding values. A model within the limits is solved by a factorization, and the selected inverse contains
 * the exact reliabilities. A larger model is solved by conjugate gradients, and its reliabilities are approximate and
 * calibrated on a sample. If no reliabilities are requested, a factorization also needs at most `MAX_FACTORED_UNKNOWNS`
 * unknowns.
 *
 * @throws ModelError if the model cannot be solved, or no two records can be compared
 */
export function breedingValues(model: Model, variances: Variances, options: BreedingValueOptions = {}): BreedingValues {
  const { combinations = [], limits = DEFAULT_LIMITS, structures = new Structures(), watch } = options;
  const fullDesign = designOf(model);
  const precision = precisionOf(model, variances);
  const mismatched = combinations.find(({ length }) => length !== fullDesign.effects);
  if (mismatched)
    throw new ModelError(
      'invalid_data',
      `a combination has ${mismatched.length} weights for ${fullDesign.effects} genetic effects`,
    );
  const { design, fixed } = withinFixed(fullDesign);
  reportProgress(watch, 0);
  const hasCombinations = combinations.length > 0;
  const finish = (solutions: Solutions, others: Omit<BreedingValues, keyof Solutions>): BreedingValues => {
    reportProgress(watch, 1);
    return requireFinite({ ...addFixed(design, solutions, fixed), ...others });
  };
  const mayFactorize = hasCombinations || design.unknowns <= MAX_FACTORED_UNKNOWNS;
  const system = mayFactorize ? structures.within(limits, design, precision) : undefined;
  if (system) {
    const { solve, errors } = PROGRESS.factored;
    const part = subWatch(watch, solve, hasCombinations ? errors : 1);
    const { factor, ...solutions } = solveDirectly(design, variances, system, part);
    const found = hasCombinations ? exactErrors(design, invertSelected(factor, subWatch(watch, errors, 1))) : undefined;
    return finish(solutions, {
      reliabilities: found ? combinations.map((each) => reliabilityOf(design, variances, each, found)) : [],
      method: { solutions: 'factorization', reliabilities: hasCombinations ? 'selected inversion' : 'none' },
    });
  }
  const { solve, errors } = PROGRESS.iterative;
  const part = subWatch(watch, solve, hasCombinations ? errors : 1);
  const iteration = iterationOf(design, precision);
  const { iterations, ...solutions } = solveIteratively(design, variances, { iteration, watch: part });
  if (!hasCombinations) {
    return finish(solutions, {
      reliabilities: [],
      method: { solutions: 'conjugate gradients', iterations, reliabilities: 'none' },
    });
  }
  const found = approximateReliabilities(design, iteration, variances, options, subWatch(watch, errors, 1));
  return finish(solutions, {
    reliabilities: found.map(({ reliability }) => reliability),
    method: {
      solutions: 'conjugate gradients',
      iterations,
      reliabilities: 'approximation',
      errors: found.map(({ error }) => error),
    },
  });
}

function approximateReliabilities(
  design: Design,
  iteration: Iteration,
  variances: Variances,
  { combinations = [], cohort }: BreedingValueOptions,
  watch: Watch | undefined,
): { reliability: Reliability; error: ReliabilityError }[] {
  const { sample: begin } = PROGRESS.iterative;
  const limited = precisionOf(design.model, withLimitedCorrelations(variances));
  const approximate: Errors = approximateErrors(design, limited, subWatch(watch, 0, begin));
  const exact = nodeErrors(design, iteration);
  return combinations.map((combination, i) => {
    const share = (1 - begin) / combinations.length;
    const part = subWatch(watch, begin + i * share, begin + (i + 1) * share);
    return calibrated(design, variances, combination, cohort, approximate, exact, part);
  });
}

function calibrated(
  design: Design,
  variances: Variances,
  combination: Combination,
  cohort: Float64Array | undefined,
  approximate: Errors,
  exact: NodeError,
  watch: Watch | undefined,
): { reliability: Reliability; error: ReliabilityError } {
  const relationship = design.relationship;
  const variance = varianceOf(variances, combination);
  const maxPev = relationship.diagonal.map((value) => value * variance);
  const { reliability, error } = calibrate(
    relationship,
    reliabilityOf(design, variances, combination, approximate).reliability,
    cohort,
    (node) => 1 - Math.min(1, exact(node, combination, SAMPLE_TOLERANCE * maxPev[node]) / maxPev[node]),
    watch,
  );
  return { reliability: { reliability, pev: reliability.map((value, k) => (1 - value) * maxPev[k]) }, error };
}

/**
 * Moves correlations slightly away from ±1, where the repeated inversions of the approximation would lose all digits.
 */
function withLimitedCorrelations(variances: Variances): Variances {
  const genetic = variances.genetic.map((row, i) => row.map((value, j) => (i === j ? value : value * (1 - 1e-7))));
  return { ...variances, genetic };
}
