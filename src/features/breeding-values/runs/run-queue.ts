/** Name of the job queue of runs. */
export const EBV_QUEUE = 'ebv-run';
