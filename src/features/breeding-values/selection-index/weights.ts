import { eachTrait, TRAIT_NAMES, type TraitName } from '../../../core/traits.js';
import { invalid } from '../../../core/errors.js';
import { ValueFault } from '../../../validation/rule.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { weightsRule } from './weights.checks.js';

export type Weights = Readonly<Record<TraitName, number>>;

/** Default weights: equal for all traits. */
export const EQUAL_WEIGHTS: Weights = eachTrait(() => 1);

const rule = weightsRule(eachTrait((word) => word));

/** Validates weights with GraphQL names. */
export const checkWeights = (input: object): Weights | ValueFault => rule.read(input) as Weights | ValueFault;

/**
 * Validates weights with GraphQL names from a request.
 * @throws {ServiceError} `validation_failed` at the path of the argument; `weights` by default
 */
export function readWeights(input: object | null | undefined, path = 'weights'): Weights {
  const weights = input == null ? new ValueFault('is required', [], 'required') : checkWeights(input);
  if (weights instanceof ValueFault) throw invalid(weights.at(path));
  return weights;
}

/** Whether an object contains valid weights with GraphQL names. */
export const areWeights = (input: object): input is Weights => !(rule.read(input) instanceof ValueFault);

/**
 * Returns the effective weights in a run: 0 for traits without values.
 * @param traits traits with values in the run (`EbvRun.traits`)
 */
export function weightsWithin(weights: Weights, traits: readonly Trait[]): Weights {
  return eachTrait((word) => (traits.includes(Trait[word]) ? weights[word] : 0));
}

/** Smaller shares count as 0, because PostgreSQL rejects products that underflow. */
const MIN_SHARE = 1e-100;

/** Returns the share of each trait, w / Σ|w|. */
export function sharesOf(weights: Weights): Weights {
  const size = TRAIT_NAMES.reduce((sum, word) => sum + Math.abs(weights[word]), 0);
  return eachTrait((word) => {
    const share = size === 0 ? 0 : weights[word] / size;
    return Math.abs(share) < MIN_SHARE ? 0 : share;
  });
}

/**
 * Returns the selection index: 100 + Σ w·(normalized − 100) / Σ|w| over the weighted traits. With positive weights, a
 * queen at the mean of the base years has the index 100, and a queen one standard deviation above this mean in all
 * traits has the index 110.
 * @param weights effective weights in the run (`weightsWithin`)
 * @param normalized normalized values of a queen, or of expected offspring
 * @returns null if no trait is weighted or a weighted trait has no value
 */
export function indexOf(
  weights: Weights,
  normalized: Readonly<Partial<Record<TraitName, number | null>>>,
): number | null {
  const shares = sharesOf(weights);
  let sum = 0;
  let isWeighted = false;
  for (const word of TRAIT_NAMES) {
    if (weights[word] === 0) continue;
    const value = normalized[word] ?? null;
    if (value === null) return null;
    sum += shares[word] * (value - 100);
    isWeighted = true;
  }
  return isWeighted ? 100 + sum : null;
}
