import { useQuery } from '@tanstack/react-query';
import { keptWeightsQuery, readWeights, sameWeights, writeWeights, type Weights } from './weights.js';

/** The present weights of the index, and the saved ones. */
export interface TriedWeights {
  /** The previewed weights, otherwise the saved ones; undefined while the saved ones are loading. */
  weights: Weights | undefined;
  kept: Weights | undefined;
  /** When the weights were saved; null if never. Every trait then has the weight 1. */
  keptAt: string | null | undefined;
  /** Whether the present weights differ from the saved ones. */
  tried: boolean;
  error: unknown;
  /** Returns weights in the format of the search parameter; undefined for the saved ones. */
  written: (weights: Weights) => string | undefined;
}

/** @param inAddress weights in the search parameters, which replace the saved ones */
export function useWeights(inAddress: string | undefined): TriedWeights {
  const { data, error } = useQuery(keptWeightsQuery);
  const kept = data?.weights;
  const weights = inAddress === undefined ? kept : readWeights(inAddress);
  return {
    weights,
    kept,
    keptAt: data?.updatedAt,
    tried: weights !== undefined && kept !== undefined && !sameWeights(weights, kept),
    error,
    written: (given) => (kept && sameWeights(given, kept) ? undefined : writeWeights(given)),
  };
}
