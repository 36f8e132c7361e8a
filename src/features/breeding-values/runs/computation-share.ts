/** Fraction of a run's progress that the computation accounts for; the rest is storing. */
export const COMPUTATION_SHARE = 0.5;
