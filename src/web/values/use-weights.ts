import { useQuery } from '@tanstack/react-query';
import { keptWeightsQuery, readWeights, sameWeights, writeWeights, type Weights } from './weights.js';

/** Weights of the preview, and the saved ones. */
export interface TriedWeights {
  /** The present weights of the index; undefined while the saved ones are loading. */
  weights: Weights | undefined;
  kept: Weights | undefined;
  /** When weights were saved; null if never: then every trait has weight 1. */
  keptAt: string | null | undefined;
  /** Whether weights other than the saved ones are previewed. */
  tried: boolean;
  error: unknown;
  /** The given weights in the format of the address; undefined if they are the saved ones. */
  written: (weights: Weights) => string | undefined;
}

/** @param inAddress weights in the address, which replace the saved ones */
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
