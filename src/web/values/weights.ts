import { queryOptions } from '@tanstack/react-query';
import { ask, graphql } from '../data/graphql.js';
import { TRAIT_SELECTION, TRAITS, type Trait } from '../i18n/traits.js';

export type Weights = Record<Trait, number>;

export const WEIGHTS = graphql(`
  fragment Weights on TraitWeights @_unmask {
    ${TRAIT_SELECTION}
  }
`);

const SAVED = graphql(
  `
    query SavedWeights {
      indexWeights {
        updatedAt
        weights {
          ...Weights
        }
      }
    }
  `,
  [WEIGHTS],
);

export const SAVE = graphql(`
  mutation SaveWeights($weights: TraitWeightsInput!) {
    setIndexWeights(input: { weights: $weights }) {
      updatedAt
    }
  }
`);

/** The saved weights of the user; 1 for every trait if the user has saved none. */
export const savedWeightsQuery = queryOptions({
  queryKey: ['indexWeights'],
  queryFn: async ({ signal }) => (await ask(SAVED, {}, signal)).indexWeights,
});

const weightsOf = (of: (trait: Trait) => number): Weights =>
  Object.fromEntries(TRAITS.map((trait) => [trait, of(trait)])) as Weights;

export const counts = (weights: Weights): boolean => TRAITS.some((trait) => weights[trait] !== 0);
export const sameWeights = (one: Weights, other: Weights): boolean =>
  TRAITS.every((trait) => one[trait] === other[trait]);

/** Writes weights in the format of search parameters: `honey:2,gentleness:1`. Omits weights of 0. */
export function writeWeights(weights: Weights): string {
  const counting = TRAITS.filter((trait) => weights[trait] !== 0);
  return counting.length === 0 ? 'none' : counting.map((trait) => `${trait}:${weights[trait]}`).join(',');
}

/** Reads weights from a search parameter. Invalid weights are 0. */
export function readWeights(text: string): Weights {
  const parts = new URLSearchParams(text.replaceAll(':', '=').replaceAll(',', '&'));
  return weightsOf((trait) => {
    const number = Number(parts.get(trait));
    return Number.isFinite(number) ? number : 0;
  });
}

/**
 * Returns the number of decimals for shares in percent: 1 if whole percents do not sum to 100, such as eight shares of
 * 12.5 %.
 */
export function shareDecimals(weights: Weights, among: readonly Trait[]): 0 | 1 {
  const rounded = among.reduce((sum, trait) => sum + Math.round(100 * shareOf(trait, weights, among)), 0);
  return rounded === 100 || rounded === 0 ? 0 : 1;
}

/** Returns the share of a trait in the index, 0 to 1, among the traits `among`. */
export function shareOf(trait: Trait, weights: Weights, among: readonly Trait[]): number {
  const whole = among.reduce((sum, each) => sum + Math.abs(weights[each]), 0);
  return whole === 0 || !among.includes(trait) ? 0 : Math.abs(weights[trait]) / whole;
}
