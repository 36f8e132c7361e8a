import { useQuery } from '@tanstack/react-query';
import { keptWeightsQuery, readWeights, sameWeights, writeWeights, type Weights } from './weights.js';

/** Weights that are tried out, and those that are kept. */
export interface TriedWeights {
  /** What the index goes by now; undefined while the kept ones are on their way. */
  weights: Weights | undefined;
  kept: Weights | undefined;
  /** When they were set; null where nothing was, and every trait counts 1. */
  keptAt: string | null | undefined;
  /** Whether others than the kept ones are being tried out. */
  tried: boolean;
  error: unknown;
  /** These weights in the address; none if they are the saved ones. */
  written: (weights: Weights) => string | undefined;
}

/** @param inAddress what the address has in place of the kept weights */
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
