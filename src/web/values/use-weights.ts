import { useQuery } from '@tanstack/react-query';
import { savedWeightsQuery, readWeights, sameWeights, writeWeights, type Weights } from './weights.js';

/** The present and the saved weights of the index. */
export interface IndexWeights {
  /** The previewed weights, otherwise the saved weights; undefined while the saved weights are loading. */
  weights: Weights | undefined;
  saved: Weights | undefined;
  /** When the weights were saved. If null, they were never saved, and every trait has the weight 1. */
  savedAt: string | null | undefined;
  /** Whether the present weights differ from the saved weights. */
  isPreview: boolean;
  error: unknown;
  /** Returns weights in the format of the search parameter; undefined for the saved weights. */
  toParameter: (weights: Weights) => string | undefined;
}

/** @param inAddress weights in the search parameters, which replace the saved weights */
export function useWeights(inAddress: string | undefined): IndexWeights {
  const { data, error } = useQuery(savedWeightsQuery);
  const saved = data?.weights;
  const weights = inAddress === undefined ? saved : readWeights(inAddress);
  return {
    weights,
    saved,
    savedAt: data?.updatedAt,
    isPreview: weights !== undefined && saved !== undefined && !sameWeights(weights, saved),
    error,
    toParameter: (shown) => (saved && sameWeights(shown, saved) ? undefined : writeWeights(shown)),
  };
}
