import { ModelError } from './model-error.js';
import type { Relationship } from './relationship.js';
import { choleskyOf, type SmallMatrix } from './small-matrix.js';

/** A fixed effect: a factor (herd, sex, apiary × season) or a covariate (age). */
export type FixedEffect =
  | {
      readonly name: string;
      /** Level of each record, 0 … levels − 1. */
      readonly level: Int32Array;
      readonly levels: number;
    }
  | { readonly name: string; readonly covariate: Float64Array };

/** A random effect with independent levels, N(0, σ²·I), such as a permanent environment or a tester. */
export interface RandomEffect {
  readonly name: string;
  /** Level of each record, 0 … levels − 1; −1 if the effect does not apply. */
  readonly level: Int32Array;
  readonly levels: number;
}

/** A genetic effect. The genetic effects of a model can be correlated, such as worker and queen effects. */
export interface GeneticEffect {
  readonly name: string;
  /** Node of each record; −1 for none. */
  readonly node: Int32Array;
}

/**
 * A linear mixed model y = X·b + Σ_j U_j·u_j + Σ_i Z_i·a_i + e [Henderson 1984, Applications of Linear Models in Animal
 * Breeding], with fixed effects b, random effects u_j, genetic effects a_i, residuals e and their design matrices X,
 * U_j and Z_i. The variances are var(a_1, …, a_k) = G0 ⊗ A, var(u_j) = σ²_j·I, var(e) = σ²_e·diag(1 / weight). All
 * arrays have one element for each record.
 */
export interface Model {
  readonly values: Float64Array;
  /** Relative precision of each record. Default: 1. */
  readonly weights?: Float64Array;
  readonly fixed: readonly FixedEffect[];
  readonly random?: readonly RandomEffect[];
  readonly genetic?: { readonly relationship: Relationship; readonly effects: readonly GeneticEffect[] };
}

/** A model with genetic effects. */
export type GeneticModel = Model & Required<Pick<Model, 'genetic'>>;

/** The variances of a model, in squared units of its values. */
export interface Variances {
  /** G0 with effects in the order of the model; empty without genetic effects. */
  readonly genetic: SmallMatrix;
  /** σ²_j in the order of the model. */
  readonly random?: readonly number[];
  readonly residual: number;
}

/** Maximum absolute value of records, weights and covariates. Weighted squares of much larger values would overflow. */
const MAX_VALUE = 1e100;

/**
 * Minimum conditional variance of a genetic effect, given the preceding effects, as a fraction of its variance. With a
 * smaller conditional variance, the inverse of G0 would consist of rounding errors.
 */
const FULL_CORRELATION = 1e-10;

const fail = (message: string): never => {
  throw new ModelError('invalid_data', message);
};

/** @throws ModelError that names the invalid array and index */
export function checkModel({ values, weights, fixed, random = [], genetic }: Model): void {
  const records = values.length;
  if (records === 0) throw new ModelError('no_records', 'There are no records of the trait.');
  const checkLength = (name: string, length: number) => {
    if (length !== records) fail(`${name} has ${length} elements for ${records} records`);
  };
  const checkRange = (name: string, numbers: Int32Array, start: number, end: number) => {
    checkLength(name, numbers.length);
    const invalid = numbers.findIndex((number) => number < start || number >= end);
    if (invalid >= 0)
      fail(`${name} of record ${invalid} is ${numbers[invalid]}, not a number from ${start} to ${end - 1}`);
  };
  const checkFinite = (name: string, numbers: Float64Array) => {
    checkLength(name, numbers.length);
    const invalid = numbers.findIndex((number) => !Number.isFinite(number));
    if (invalid >= 0) fail(`${name} of record ${invalid} is not a number`);
    const tooLarge = numbers.findIndex((number) => Math.abs(number) > MAX_VALUE);
    if (tooLarge >= 0)
      fail(`${name} of record ${tooLarge} is ${numbers[tooLarge]}, too large: at most ${MAX_VALUE} is allowed`);
  };
  checkFinite('the value', values);
  if (weights) {
    checkFinite('the weight', weights);
    const invalid = weights.findIndex((weight) => weight <= 0);
    if (invalid >= 0) fail(`the weight of record ${invalid} is ${weights[invalid]}, not above 0`);
  }
  for (const effect of fixed) {
    if ('covariate' in effect) checkFinite(effect.name, effect.covariate);
    else checkRange(effect.name, effect.level, 0, effect.levels);
  }
  for (const { name, level, levels } of random) checkRange(name, level, -1, levels);
  if (!genetic) return;
  for (const { name, node } of genetic.effects) checkRange(name, node, -1, genetic.relationship.size);
}

/** @throws ModelError `invalid_variances` that names the variance */
export function checkVariances({ random = [], genetic }: Model, variances: Variances): void {
  const reject = (message: string): never => {
    throw new ModelError('invalid_variances', message);
  };
  const checkPositive = (name: string, value: number | undefined) => {
    if (value === undefined || !Number.isFinite(value) || value <= 0) {
      reject(`The variance of ${name} is ${value}; it must be above 0.`);
    }
  };
  checkPositive('the residual', variances.residual);
  random.forEach(({ name }, j) => checkPositive(name, variances.random?.[j]));
  const effects = genetic?.effects ?? [];
  const g0 = variances.genetic;
  if (g0.length !== effects.length || g0.some((row) => row.length !== effects.length)) {
    reject(`The genetic covariance matrix must be ${effects.length} × ${effects.length}.`);
  }
  effects.forEach(({ name }, i) => checkPositive(name, g0[i][i]));
  for (let i = 0; i < g0.length; i += 1) {
    for (let j = 0; j < i; j += 1) {
      if (!Number.isFinite(g0[i][j]) || Math.abs(g0[i][j] - g0[j][i]) > 1e-9 * Math.sqrt(g0[i][i] * g0[j][j])) {
        reject(`The covariance of ${effects[j].name} and ${effects[i].name} must be one number.`);
      }
    }
  }
  if (!choleskyOf(g0, FULL_CORRELATION)) {
    const names = effects.map(({ name }) => name).join(' and ');
    reject(`The covariance of ${names} is too great for their variances: the correlation must lie between −1 and 1.`);
  }
}
