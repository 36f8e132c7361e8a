/** Progress of a run at the end of the computation. The rest of the progress is the storing of values. */
export const COMPUTATION_SHARE = 0.5;
