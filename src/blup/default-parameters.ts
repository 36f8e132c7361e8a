import type { BeeParameters } from './bee-model.js';

/** Default parameters of a trait with their source. */
export interface TraitParameters {
  readonly trait: string;
  readonly unit: string;
  /** Variance of records within apiary and season, in squared units. */
  readonly phenotypicVariance: number;
  /** Fractions of the phenotypic variance due to the worker effect and the queen effect. */
  readonly workerShare: number;
  readonly queenShare: number;
  /** Genetic correlation of the two effects. */
  readonly correlation: number;
  /** Publications from which the values were taken, and a list of rounded or assumed values. */
  readonly source: string;
}

/** A_WW of a worker group W with unrelated parents, 8 drone-producing queens and 12 drones. */
const WORKERS_OWN_RELATIONSHIP = 0.3203125;

const CORRELATION =
  'Correlation: about −0.9 in Bienefeld & Pirchner (1990). Brascamp et al. (2016, Apidologie 47:739) attribute this strongly negative value to the difficulty of separating the effects. Therefore a less negative value is used here.';
const HIGHER_ESTIMATES =
  'Bienefeld & Pirchner (1990, Apidologie 21:175) found higher heritabilities for aggressiveness, calmness and spring development than for honey. The values used here are assumptions.';
const OF_QUEENS =
  'Andonov et al. (2019, doi:10.1186/s12863-019-0776-2), 4,003 records of A. m. ligustica queens, found heritabilities of 0.26 for honey, 0.36 for defensive behaviour and 0.34 for swarming. Their model contained only the effect of the queen.';
const CHOSEN_VALUE =
  'The values are assumptions, and they are lower than the values of the behaviour traits. Estimate the values from data when a few thousand records are available.';

const HYGIENE =
  'Padilha et al. (2013, Genet Mol Biol 36:207), 110 Africanized queens, found a heritability of 0.52 for hygienic behaviour; Guichard et al. (2020, Apidologie 51:876) count it among the most heritable traits. The values used here are assumptions. They are well below 0.52, because that value is based on few queens.';

/**
 * Default parameters of runs. They determine the weight of records relative to the pedigree, but have little influence
 * on the ranks. `estimateVariances` estimates parameters from data.
 */
export const DEFAULT_PARAMETERS: readonly TraitParameters[] = [
  {
    trait: 'honey',
    unit: 'kg',
    phenotypicVariance: 100,
    workerShare: 0.26,
    queenShare: 0.15,
    correlation: -0.5,
    source: `Shares of the variance: Bienefeld & Pirchner (1990, Apidologie 21:175), 5,581 colonies of Apis mellifera carnica. ${CORRELATION} The phenotypic standard deviation of 10 kg is an assumption.`,
  },
  {
    trait: 'gentleness',
    unit: 'score',
    phenotypicVariance: 0.16,
    workerShare: 0.35,
    queenShare: 0.2,
    correlation: -0.5,
    source: `${HIGHER_ESTIMATES} ${OF_QUEENS} ${CORRELATION}`,
  },
  {
    trait: 'comb_behavior',
    unit: 'score',
    phenotypicVariance: 0.16,
    workerShare: 0.35,
    queenShare: 0.2,
    correlation: -0.5,
    source: `${HIGHER_ESTIMATES} ${CORRELATION}`,
  },
  {
    trait: 'vigor',
    unit: 'score',
    phenotypicVariance: 0.25,
    workerShare: 0.3,
    queenShare: 0.2,
    correlation: -0.5,
    source: `${HIGHER_ESTIMATES} ${CORRELATION}`,
  },
  {
    trait: 'wintering',
    unit: 'score',
    phenotypicVariance: 0.25,
    workerShare: 0.15,
    queenShare: 0.1,
    correlation: -0.3,
    source: CHOSEN_VALUE,
  },
  {
    trait: 'non_swarming',
    unit: 'score',
    phenotypicVariance: 0.36,
    workerShare: 0.25,
    queenShare: 0.15,
    correlation: -0.5,
    source: `${OF_QUEENS} The shares of the variance are assumptions that are close to the shares for honey. Their sum, including the negative covariance, is below 0.34. ${CORRELATION}`,
  },
  {
    trait: 'hyg6h',
    unit: 'cells of 50',
    phenotypicVariance: 100,
    workerShare: 0.25,
    queenShare: 0.1,
    correlation: -0.3,
    source: HYGIENE,
  },
  {
    trait: 'hyg24h',
    unit: 'cells of 50',
    phenotypicVariance: 100,
    workerShare: 0.25,
    queenShare: 0.1,
    correlation: -0.3,
    source: HYGIENE,
  },
];

/**
 * Computes the variances of the worker effect (σ²_w), queen effect (σ²_q) and residual (σ²_e), and the covariance σ_wq.
 * The variance of a record is var(y) = A_WW·σ²_w + σ²_q + 2·½·σ_wq + σ²_e, because the relationship of a queen and her
 * workers is ½. The results have two more significant digits than the sources.
 */
export function parametersFrom({
  phenotypicVariance,
  workerShare,
  queenShare,
  correlation,
}: TraitParameters): BeeParameters {
  const worker = (workerShare * phenotypicVariance) / WORKERS_OWN_RELATIONSHIP;
  const queen = queenShare * phenotypicVariance;
  const covariance = correlation * Math.sqrt(worker * queen);
  const residual = phenotypicVariance * (1 - workerShare - queenShare) - covariance;
  const rounded = (value: number) => Number(value.toPrecision(4));
  return {
    worker: rounded(worker),
    queen: rounded(queen),
    covariance: rounded(covariance),
    residual: rounded(residual),
  };
}
