import { eachTrait, TRAIT_NAMES, type TraitName } from '../../../core/traits.js';
import { invalid } from '../../../core/errors.js';
import { ValueFault } from '../../../validation/rule.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { weightsRule } from './weights.checks.js';

/** What each trait counts in an index. */
export type Weights = Readonly<Record<TraitName, number>>;

/** What counts where the breeder has set nothing: every trait alike. */
export const EVEN: Weights = eachTrait(() => 1);

const rule = weightsRule(eachTrait((word) => word));

/**
 * Weights that come with a question, in the words of GraphQL.
 * @throws {ServiceError} `validation_failed` at the path of the argument, `weights` if absent
 */
export function readWeights(given: object | null | undefined, path = 'weights'): Weights {
  const weights = given == null ? new ValueFault('is required', [], 'required') : rule.read(given);
  if (weights instanceof ValueFault) throw invalid(weights.at(path));
  return weights as Weights;
}

/** Whether these could have been given as weights, in the words of GraphQL. */
export const areWeights = (given: object): given is Weights => !(rule.read(given) instanceof ValueFault);

/**
 * The weights as they can count in a run: a trait of which it has no values counts nothing.
 * @param traits those that the run has values of (`EbvRun.traits`)
 */
export function weightsWithin(weights: Weights, traits: readonly Trait[]): Weights {
  return eachTrait((word) => (traits.includes(Trait[word]) ? weights[word] : 0));
}

/** Below this a share counts nothing: the database refuses products that it cannot tell from 0. */
const LEAST_SHARE = 1e-100;

/** What each trait counts as a share of all: w / Σ|w|; of those that count nothing, 0. */
export function sharesOf(weights: Weights): Weights {
  const size = TRAIT_NAMES.reduce((sum, word) => sum + Math.abs(weights[word]), 0);
  return eachTrait((word) => {
    const share = size === 0 ? 0 : weights[word] / size;
    return Math.abs(share) < LEAST_SHARE ? 0 : share;
  });
}

/**
 * The index of selection: 100 + Σ w·(normalized − 100) / Σ|w| over the traits that count. So a queen of the mean of the base
 * years has 100, whatever the weights, and one who is a standard deviation (10) above it in all has 110.
 * @param weights as they can count in the run (`weightsWithin`)
 * @param normalized normalized values of one queen, or of the expected offspring of two
 * @returns null where no trait counts, or one of those that do has no value
 */
export function indexOf(
  weights: Weights,
  normalized: Readonly<Partial<Record<TraitName, number | null>>>,
): number | null {
  const shares = sharesOf(weights);
  let sum = 0;
  let counting = false;
  for (const word of TRAIT_NAMES) {
    if (weights[word] === 0) continue;
    const value = normalized[word] ?? null;
    if (value === null) return null;
    sum += shares[word] * (value - 100);
    counting = true;
  }
  return counting ? 100 + sum : null;
}
