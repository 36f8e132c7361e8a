import { designOf, precisionOf, type Design } from './equations.js';
import { evaluate, logLikelihood as designLikelihood, type Evaluation } from './likelihood.js';
import type { Model, Variances } from './model.js';
import { requireFinite } from './finite.js';
import { counted, ModelError } from './model-error.js';
import { derivativesOf, type Derivatives } from './reml-derivatives.js';
import { errorsOf, type ComponentErrors } from './reml-errors.js';
import { averageInformationStep, boundaryDirections, raiseVariances, rootStep, type Step } from './reml-step.js';
import type { Symbolic } from './sparse/symbolic.js';
import { withinFixed } from './spread.js';
import { ESTIMATION_LIMITS, estimationHours, Structures, type Limits } from './structures.js';
import { subWatch, reportProgress, type Watch } from './watch.js';

/** Variance components estimated by REML. */
export interface VarianceEstimates extends ComponentErrors {
  readonly variances: Variances;
  /** Restricted log-likelihood; see `evaluate` for the constant. */
  readonly logLikelihood: number;
  readonly iterations: number;
  /** Number of EM steps among the iterations. */
  readonly emSteps: number;
  readonly converged: boolean;
  /**
   * Whether a variance was estimated as 0 or a correlation as ±1, because the records contain too little information.
   */
  readonly atBoundary: boolean;
}

/** Options of `estimateVariances`. */
export interface RemlOptions {
  /** Start values. Default: fractions of the residual variance after the fit of the fixed effects. */
  readonly start?: Variances;
  /** Default: 60. */
  readonly maxIterations?: number;
  /** Default: `ESTIMATION_LIMITS`. */
  readonly limits?: Limits;
  /** Cache that the caller shares between models with the same pedigree. */
  readonly structures?: Structures;
  readonly watch?: Watch;
}

/** An estimation has converged if the predicted gain in log-likelihood is below this value. */
const CONVERGED_GAIN = 1e-9;
/**
 * An estimation, for example at the boundary, has also converged if the relative change of the log-likelihood is below
 * this value, which is close to the rounding error.
 */
const CONVERGED_GROWTH = 1e-9;
/**
 * Minimum of an estimated variance, as a fraction of the residual variance after the fit of the fixed effects. A
 * variance close to this minimum counts as zero.
 */
const ZERO_VARIANCE_SHARE = 1e-6;
const DAMPINGS = [0, 0.01, 0.1, 1, 10];

/**
 * Estimates variances by average-information REML [Gilmour, Thompson & Cullis 1995]. If a step leaves the parameter
 * space or decreases the likelihood, steps in the roots of the variances are tried. If all these steps fail, an EM step
 * follows, which never decreases the likelihood [Dempster, Laird & Rubin 1977].
 *
 * @throws ModelError `no_information` if the records have no information about variances; `too_large` if the estimation
 *   would need too much time or memory
 */
export function estimateVariances(
  model: Model,
  { start, maxIterations = 60, limits = ESTIMATION_LIMITS, structures = new Structures(), watch }: RemlOptions = {},
): VarianceEstimates {
  const fullDesign = designOf(model);
  checkRecordCount(fullDesign);
  const { design, spread } = withinFixed(fullDesign);
  const minVariance = ZERO_VARIANCE_SHARE * spread;
  let variances = start ?? defaultStart(design, spread);
  const symbolic = structures.symbolicOf(design, precisionOf(model, variances));
  checkSize(design, symbolic, limits);
  let current = evaluate(design, variances, symbolic);
  let emSteps = 0;
  let growth = Infinity;
  for (let iteration = 0; ; iteration += 1) {
    const begin = 1 - 1 / (iteration + 1);
    reportProgress(watch, begin);
    const derivatives = derivativesOf(design, variances, current, subWatch(watch, begin, 1 - 1 / (iteration + 2)));
    const aiStep = averageInformationStep(variances, derivatives, minVariance);
    const hasStopped = Math.abs(growth) < CONVERGED_GROWTH * Math.max(1, Math.abs(current.logLikelihood));
    const converged = (aiStep !== undefined && aiStep.gain < CONVERGED_GAIN) || hasStopped;
    if (converged || iteration === maxIterations) {
      reportProgress(watch, 1);
      const directions = boundaryDirections(variances, minVariance);
      const errors = errorsOf(model, derivatives, directions);
      if (directions.length === 0 && !errors.standardErrors) throw inseparable();
      return requireFinite({
        variances,
        ...errors,
        logLikelihood: current.logLikelihood,
        iterations: iteration,
        emSteps,
        converged,
        atBoundary: directions.length > 0,
      });
    }
    const em = raiseVariances(derivatives.em, minVariance);
    const steps = candidates(variances, derivatives, aiStep, minVariance);
    const next = firstBetter(design, symbolic, current.logLikelihood, steps, em, watch);
    emSteps += next.variances === em ? 1 : 0;
    growth = next.evaluation.logLikelihood - current.logLikelihood;
    variances = next.variances;
    current = next.evaluation;
  }
}

/** Yields candidates for the next variances, the most promising first. */
function* candidates(
  variances: Variances,
  derivatives: Derivatives,
  aiStep: Step | undefined,
  minVariance: number,
): Generator<Variances> {
  if (aiStep) yield aiStep.variances;
  for (const damping of DAMPINGS) {
    const step = rootStep(variances, derivatives, damping, minVariance);
    if (step) yield step.variances;
  }
}

/** Returns the first of `steps` that does not decrease the likelihood. If there is none, returns the EM step. */
function firstBetter(
  design: Design,
  symbolic: Symbolic,
  logLikelihood: number,
  steps: Iterable<Variances>,
  em: Variances,
  watch: Watch | undefined,
): { variances: Variances; evaluation: Evaluation } {
  const evaluated = (variances: Variances) => ({
    variances,
    evaluation: evaluate(design, variances, symbolic, watch && { signal: watch.signal }),
  });
  for (const variances of steps) {
    const next = evaluated(variances);
    if (next.evaluation.logLikelihood >= logLikelihood - 1e-12 * Math.abs(logLikelihood)) return next;
  }
  return evaluated(em);
}

/** @throws ModelError `no_information` if there are fewer records than unknown parameters */
function checkRecordCount({ records, rank, effects, model }: Design): void {
  const components = (effects * (effects + 1)) / 2 + (model.random?.length ?? 0) + 1;
  if (records - rank >= components) return;
  throw new ModelError(
    'no_information',
    `${counted(records, 'record')} with ${counted(rank, 'fixed effect')} are too few to estimate ${components} variances. Use more data, or enter the variances.`,
  );
}

/** The likelihood is equal along a ridge, so the estimates would depend on the start values. */
const inseparable = () =>
  new ModelError(
    'no_information',
    'The records cannot separate the variances, because other variances fit the records equally well. Use data from more families and generations, or enter the variances.',
  );

/** @throws ModelError `too_large` */
function checkSize({ records }: Design, { entries, work }: Symbolic, limits: Limits): void {
  if (entries <= limits.entries && work <= limits.work) return;
  const hours = Number(estimationHours(work).toPrecision(2));
  throw new ModelError(
    'too_large',
    `Estimating the variances from these ${records} records would take about ${hours} hours of computing time. Use the published variances, enter your own variances, or estimate the variances from a smaller population.`,
    { records, hours },
  );
}

/** Returns start values: half of the variance is residual, the other effects have equal shares, covariances are 0. */
function defaultStart({ effects, model }: Design, spread: number): Variances {
  const others = effects + (model.random?.length ?? 0);
  const share = (0.5 * spread) / Math.max(1, others);
  return {
    genetic: Array.from({ length: effects }, (_, i) =>
      Array.from({ length: effects }, (__, j) => (i === j ? share : 0)),
    ),
    random: (model.random ?? []).map(() => share),
    residual: others > 0 ? 0.5 * spread : spread,
  };
}

/**
 * Returns the restricted log-likelihood; see `evaluate` of likelihood.ts for the constant.
 *
 * @throws ModelError `no_information` if the fixed effects leave no degrees of freedom
 */
export function logLikelihood(model: Model, variances: Variances): number {
  return requireFinite(designLikelihood(designOf(model), variances));
}
