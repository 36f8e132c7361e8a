/** Progress of a run when its computation is complete. The rest of the progress is for storing the values. */
export const COMPUTATION_SHARE = 0.5;
